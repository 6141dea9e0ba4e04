// The steps of a game, as data in the page, to what the page shows of one of them. Nodes are made here and text is
// only ever text: nothing that somebody wrote is read as markup.
"use strict";

const film = JSON.parse(document.getElementById("film").textContent);
const { layout, words, rules } = film;
const find = (id) => document.getElementById(id);
const opened = new Set(); // piles that somebody unfolded
const now = { side: 0, step: 0 }; // whose view is shown, and how far it has come

// ---- making nodes

function node(tag, look, ...inside) {
  const made = document.createElement(tag);
  if (look) made.className = look;
  made.append(...inside.filter((each) => each !== null));
  return made;
}

const name = (text) => node("bdi", "", text); // names may be written from right to left

function marked(made, isChanged) {
  if (isChanged) {
    made.classList.add("changed");
    const head = made.querySelector(":scope > .head, :scope > summary, :scope > h3") || made;
    head.prepend(node("span", "mark", node("span", "spoken", words.changed)));
  }
  return made;
}

const chip = (text, count = 1, look = "chip") => node("span", look, text, count > 1 ? node("b", "", ` × ${count}`) : null);

// ---- the table as it is after a step

const steps = () => film.seen[now.side].steps;
const table = () => Object.assign({}, ...steps().slice(0, now.step + 1).map((step) => step.table));

function drawTable() {
  const cells = table();
  const different = now.step ? steps()[now.step].table : {};
  const view = { cells, isChanged: (key) => key in different };
  find("table").replaceChildren(...tracks(view), ...elsewhere(view), middle(view), players(view));
}

function zonesOf(of, owner) {
  return layout.zones.flatMap((zone, number) => (zone.of === of && zone.owner === owner ? [number] : []));
}

function cardsOf(zone) {
  if (zone.cards) return zone.cards.map(([card, count]) => chip(card, count));
  const some = (key, cards) => (cards ? [node("span", "quiet", `${words[key]}: `), ...cards] : []);
  return [
    zone.count ? chip(words.unknown, zone.count, "chip back") : null,
    ...some("known", zone.known && zone.known.map(([card, count]) => chip(card, count))),
    ...some("denied", zone.denied && zone.denied.map((card) => chip(card))),
  ];
}

function topOf(zone) {
  return zone.top ? [node("span", "quiet", `${words.top}: `), ...zone.top.map((card) => chip(card))] : [];
}

function drawZone(view, number, folded) {
  const key = `zone ${number}`;
  return drawPile(key, layout.zones[number].label, view.cells[key], view.isChanged(key), folded);
}

// Cards with their number; what can be long is folded.
function drawPile(key, label, zone, isChanged, folded) {
  const head = [`${label} `, node("b", "count", `${zone.count}`)];
  const cards = node("div", "chips", ...cardsOf(zone), ...topOf(zone));
  if (!folded) return marked(node("div", "zone", node("div", "head", ...head), cards), isChanged);
  if (!zone.cards) return marked(node("div", "zone", node("div", "head", ...head)), isChanged);
  const made = node("details", "zone", node("summary", "", ...head), cards);
  made.open = opened.has(key);
  made.addEventListener("toggle", () => (made.open ? opened.add(key) : opened.delete(key)));
  return marked(made, isChanged);
}

function counterOf(view, id, owner) {
  const key = `counter ${id}`;
  const value = view.cells[key];
  const shown = value === null ? words.open : owner === null ? value : value[owner];
  const made = node("div", "counter", `${layout.counters[id].label} `, node("b", "count", `${shown}`));
  return marked(made, view.isChanged(key));
}

const countersOf = (view, of, owner) =>
  counterIds(of).filter((id) => !isIdleCounter(view, id, owner)).map((id) => counterOf(view, id, owner));

const counterIds = (of) => Object.keys(layout.counters).filter((id) => layout.counters[id].of === of);
const isIdleZone = (view, number) => !view.cells[`zone ${number}`].count && !view.isChanged(`zone ${number}`);

function isIdleCounter(view, id, owner) {
  const value = view.cells[`counter ${id}`];
  return (value === 0 || (owner !== null && value !== null && value[owner] === 0)) && !view.isChanged(`counter ${id}`);
}

// The zones and counters of an owner; those with nothing in them share the last line.
function belongings(view, of, owner, folded) {
  const zones = zonesOf(of, owner ?? 0);
  const idle = [
    ...zones.filter((number) => isIdleZone(view, number)).map((number) => layout.zones[number].label),
    ...counterIds(of).filter((id) => isIdleCounter(view, id, owner)).map((id) => layout.counters[id].label),
  ];
  return [
    ...zones.filter((number) => !isIdleZone(view, number)).map((number) => drawZone(view, number, folded)),
    ...countersOf(view, of, owner),
    idle.length ? node("div", "idle", idle.map((label) => `${label} 0`).join(" · ")) : null,
  ];
}

function pawnsAt(view, place) {
  const here = Object.keys(layout.pawns).filter((id) => view.cells[`pawn ${id}`] === place);
  return here.map((id) => marked(node("div", "pawn", `▲ ${layout.pawns[id].label}`), view.isChanged(`pawn ${id}`)));
}

function drawPlace(view, place) {
  const zones = zonesOf("place", place).filter((number) => !isIdleZone(view, number));
  const piles = zones.map((number) => drawZone(view, number, true));
  const head = node("div", "head", layout.places[place]);
  return node("li", "place", head, ...pawnsAt(view, place), ...piles, ...countersOf(view, "place", place));
}

function tracks(view) {
  return Object.entries(layout.tracks).map(([id, label]) => {
    const places = view.cells[`track ${id}`].map((place) => drawPlace(view, place));
    const made = node("section", "", node("h3", "", label), node("ol", "track", ...places));
    return marked(made, view.isChanged(`track ${id}`));
  });
}

function elsewhere(view) {
  const along = new Set(Object.keys(layout.tracks).flatMap((id) => view.cells[`track ${id}`]));
  const hasCards = (place) => zonesOf("place", place).some((number) => view.cells[`zone ${number}`].count);
  const isUsed = (place) => pawnsAt(view, place).length || hasCards(place);
  const left = layout.places.map((_, place) => place).filter((place) => !along.has(place) && isUsed(place));
  if (!left.length) return [];
  const places = left.map((place) => drawPlace(view, place));
  return [node("section", "", node("h3", "", words.elsewhere), node("ul", "track", ...places))];
}

function diceOf(view) {
  return Object.entries(layout.dice).map(([id, label]) => {
    const faces = view.cells[`dice ${id}`].map((face) => chip(face, 1, "die"));
    const shown = faces.length ? faces : [node("span", "quiet", words.none)];
    const made = node("div", "zone", node("div", "head", label), node("div", "chips", ...shown));
    return marked(made, view.isChanged(`dice ${id}`));
  });
}

function middle(view) {
  const aside = view.cells.aside;
  const left = aside ? drawPile("aside", words.aside, aside, view.isChanged("aside"), true) : null;
  const lying = node("div", "middle", ...diceOf(view), left, ...belongings(view, "table", null, true));
  return node("section", "", node("h3", "", words.table), lying);
}

function rolesOf(view, seat) {
  const held = Object.keys(layout.roles).filter((id) => (view.cells[`role ${id}`] || []).includes(seat));
  return held.map((id) => marked(node("span", "role", layout.roles[id]), view.isChanged(`role ${id}`)));
}

function players(view) {
  const seats = layout.players.map((player, seat) => {
    const head = node("h3", "", name(player), ...rolesOf(view, seat));
    return node("section", "player", head, ...belongings(view, "player", seat, false));
  });
  return node("div", "players", ...seats);
}

// ---- what happened, and by which rule

function drawStep() {
  const step = steps()[now.step];
  find("said").textContent = step.say;
  const rule = step.rule === null ? null : rules[step.rule];
  find("rule").replaceChildren(...(rule ? ruleLines(rule) : []));
  find("count").textContent = words.step.replace("{number}", now.step + 1).replace("{last}", steps().length);
  find("slider").max = steps().length - 1;
  find("slider").value = now.step;
  find("slider").setAttribute("aria-valuetext", `${find("count").textContent}: ${step.say}`);
  for (const id of ["first", "back"]) find(id).disabled = now.step === 0;
  for (const id of ["next", "last"]) find(id).disabled = now.step === steps().length - 1;
}

function ruleLines(rule) {
  const cited = rule.source ? [node("div", "", rule.book ? `${rule.book} (${rule.source})` : rule.source)] : [];
  const where = node("div", "quiet", node("code", "", rule.path), ` · ${rule.layer} · `, node("code", "", rule.place));
  return [node("div", "", node("b", "", rule.title)), ...cited, where];
}

function drawList() {
  const lines = steps().map((step, number) => {
    const link = node("a", "", step.say);
    link.href = address(number);
    if (step.rule !== null) link.append(node("span", "quiet", rules[step.rule].path));
    return node("li", "", link);
  });
  find("steps").replaceChildren(...lines);
}

function markStep() {
  const list = find("steps");
  for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const line = list.children[now.step];
  line.firstChild.setAttribute("aria-current", "step");
  list.scrollTop = line.offsetTop - list.clientHeight / 2;
}

// ---- moving about

const address = (step) => `#step-${step + 1}` + (now.side ? `-seen-${now.side}` : "");

function show(step, isNewSide) {
  now.step = Math.max(0, Math.min(step, steps().length - 1));
  if (isNewSide) drawList();
  drawTable();
  drawStep();
  markStep();
  if (location.hash !== address(now.step)) history.replaceState(null, "", address(now.step));
}

function changeSide(side) {
  const at = film.at[now.side][now.step];
  now.side = side;
  show(film.at[side].findLastIndex((each) => each <= at), true);
}

function follow(isFirst) {
  const asked = /^#step-(\d+)(?:-seen-(\d+))?$/.exec(location.hash) || [];
  const side = Number(asked[2] || 0);
  const isNewSide = isFirst || side !== now.side;
  if (side < film.seen.length) now.side = side;
  if (find("side")) find("side").value = `${now.side}`;
  show(Number(asked[1] || 1) - 1, isNewSide);
}

const MOVES = {
  ArrowLeft: () => now.step - 1,
  ArrowRight: () => now.step + 1,
  Home: () => 0,
  End: () => steps().length - 1,
};

for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"]]) {
  find(id).addEventListener("click", () => show(MOVES[key]()));
}
find("slider").addEventListener("input", () => show(Number(find("slider").value)));
if (find("side")) find("side").addEventListener("change", () => changeSide(Number(find("side").value)));
document.addEventListener("keydown", (event) => {
  const isTheirs = event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.("select, input");
  if (isTheirs || !(event.key in MOVES)) return;
  event.preventDefault();
  show(MOVES[event.key]());
});
addEventListener("hashchange", () => follow(false));
follow(true);
