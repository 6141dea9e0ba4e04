// The base game of Celestia on boardgame.io, as its documentation would have it: state in G, one move, players at random.
//
// Called as `celestia.cjs GAMES SEED PLAYERS`; prints how many games a second it plays. Needs the npm package
// boardgame.io (0.50) where node finds it, for example by NODE_PATH. The rules are those of celestia.py beside it.
'use strict';

let Client;
try {
  ({ Client } = require('boardgame.io/client'));
} catch {
  console.error('the npm package boardgame.io is not installed where node looks for it');
  process.exit(1);
}

const TURBO = 4, JETPACK = 5, EJECTION = 6, ROUTE = 7, GUST = 8; // 0 to 3: the card against each hazard
const COPIES = [20, 18, 16, 14, 8, 2, 2, 2, 2];
const BLANK = 4;
const DICE = [2, 2, 2, 3, 3, 3, 4, 4, 4]; // to reach a city
const SPYGLASS = 0; // among the values of treasures
const TREASURES = [
  [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, SPYGLASS],
  [2, 2, 2, 2, 2, 3, 3, 3, 4, 4, SPYGLASS],
  [4, 4, 4, 4, 4, 5, 5, 5, 6, SPYGLASS],
  [6, 6, 6, 6, 6, 7, 7, 7, 8, SPYGLASS],
  [9, 9, 9, 9, 9, 9, 10, 10, 10],
  [12, 12, 12, 12, 12, 12, 13, 13, 13],
  Array(6).fill(15),
  Array(6).fill(20),
  Array(6).fill(25),
];
const GOAL = 50;

const fromCaptain = (G) => G.hands.map((_, i) => (G.captain + i) % G.hands.length);
const pile = (G) => G.piles[G.route[G.leg]];
const throwDie = (random) => Math.min(random.D6() - 1, BLANK);

function draw(G, random, seat) {
  if (!G.deck.length) { G.deck = random.Shuffle(G.discard); G.discard = []; }
  if (G.deck.length) G.hands[seat][G.deck.pop()]++;
}

function take(G, seat) {
  if (!pile(G).length) return;
  const value = pile(G).pop();
  if (value === SPYGLASS) G.spyglasses[seat]++; else G.points[seat] += value;
}

function disembark(G, seat) { G.aboard[seat] = false; take(G, seat); }

function spend(G, seat, kind) { G.hands[seat][kind]--; G.discard.push(kind); }

// ---- the course of play: each step asks somebody, or goes on to the next one

function ask(G, step, who, answers) { G.asked = { step, who, answers }; }

function beginVoyage(G) {
  G.aboard = G.hands.map(() => true);
  G.route = G.piles.map((_, city) => city).filter((city) => G.piles[city].length);
  G.leg = 0;
}

function endVoyage(G, random) {
  G.captain = (G.captain + 1) % G.hands.length;
  if (Math.max(...G.points) >= GOAL || G.piles.every((each) => !each.length)) { G.asked = null; return; }
  for (const seat of fromCaptain(G)) draw(G, random, seat);
  beginVoyage(G);
  beginLeg(G, random);
}

function beginLeg(G, random) {
  if (G.leg === G.route.length - 1) {
    for (const seat of fromCaptain(G)) if (G.aboard[seat]) take(G, seat);
    endVoyage(G, random);
  } else if (pile(G).length && G.aboard.every((here, seat) => here === (seat === G.captain))) {
    ask(G, 'alone', G.captain, [false, true]);
  } else roll(G, random);
}

function roll(G, random) {
  G.dice = Array.from({ length: DICE[G.route[G.leg + 1]] }, () => throwDie(random));
  G.queue = fromCaptain(G).slice(1);
  nextDeclaration(G, random);
}

// The next in the queue who may do something is asked; with none left it goes on elsewhere.
function next(G, step, may, answers) {
  while (G.queue.length) {
    const seat = G.queue.shift();
    if (may(seat)) { ask(G, step, seat, answers); return true; }
  }
  return false;
}

function nextDeclaration(G, random) {
  if (next(G, 'declare', (seat) => G.aboard[seat] && pile(G).length, [false, true])) return;
  G.turn = G.captain;
  G.passed = 0;
  nextPower(G, random);
}

const targets = (G, seat) => fromCaptain(G).slice(1).filter((other) => other !== seat && G.aboard[other]);

function playable(G, seat) {
  const hand = G.hands[seat], found = [null];
  if (hand[EJECTION] && G.aboard[seat] && targets(G, seat).length) found.push(EJECTION);
  if (hand[ROUTE]) found.push(ROUTE);
  if (hand[GUST] && G.dice.includes(BLANK)) found.push(GUST);
  return found;
}

function nextPower(G, random) {
  for (; G.passed < G.hands.length; G.passed++, G.turn = (G.turn + 1) % G.hands.length) {
    const found = playable(G, G.turn);
    if (found.length > 1) { ask(G, 'power', G.turn, found); return; }
  }
  face(G, random);
}

function payments(need, hand) {
  let ways = [[]];
  for (let kind = 0; kind < 4; kind++) {
    const most = Math.min(need[kind], hand[kind]);
    ways = ways.flatMap((way) => Array.from({ length: most + 1 }, (_, cards) => [...way, cards]));
  }
  const total = need.reduce((sum, each) => sum + each);
  return ways.map((way) => [...way, total - way.reduce((sum, each) => sum + each)]).filter((way) => way[TURBO] <= hand[TURBO]);
}

function face(G, random) {
  const need = [0, 1, 2, 3].map((hazard) => G.dice.filter((die) => die === hazard).length);
  const hand = G.hands[G.captain], ways = payments(need, hand);
  if (need.some((each, kind) => each > hand[kind])) ways.push(null);
  if (ways.length > 1) ask(G, 'pay', G.captain, ways); else STEPS.pay(G, random, G.captain, ways[0]);
}

function nextRescue(G, random) {
  if (next(G, 'rescue', (seat) => G.aboard[seat] && G.spyglasses[seat], [false, true])) return;
  G.queue = fromCaptain(G);
  nextJetpack(G, random);
}

function nextJetpack(G, random) {
  if (!next(G, 'bail', (seat) => G.aboard[seat] && G.hands[seat][JETPACK] && pile(G).length, [false, true])) endVoyage(G, random);
}

function arrive(G, random) {
  G.leg++;
  if (G.leg < G.route.length - 1) {
    do G.captain = (G.captain + 1) % G.hands.length; while (!G.aboard[G.captain]);
  }
  beginLeg(G, random);
}

// What an answer does.
const STEPS = {
  alone(G, random, seat, leaves) {
    if (leaves) { take(G, seat); endVoyage(G, random); } else roll(G, random);
  },
  declare(G, random, seat, leaves) {
    if (leaves) disembark(G, seat);
    nextDeclaration(G, random);
  },
  power(G, random, seat, kind) {
    if (kind === null) {
      G.passed++;
      G.turn = (G.turn + 1) % G.hands.length;
      return nextPower(G, random);
    }
    spend(G, seat, kind);
    G.passed = 0;
    if (kind === GUST) G.dice = G.dice.map((die) => (die === BLANK ? throwDie(random) : die));
    if (kind === EJECTION && targets(G, seat).length > 1) return ask(G, 'eject', seat, targets(G, seat));
    if (kind === EJECTION) disembark(G, targets(G, seat)[0]);
    if (kind === ROUTE) return ask(G, 'reroute', seat, Array.from({ length: (1 << G.dice.length) - 1 }, (_, i) => i + 1));
    return nextPower(G, random);
  },
  eject(G, random, _, target) { disembark(G, target); nextPower(G, random); },
  reroute(G, random, _, picked) {
    G.dice = G.dice.map((die, i) => ((picked >> i) & 1 ? throwDie(random) : die));
    nextPower(G, random);
  },
  pay(G, random, seat, cards) {
    if (cards !== null) {
      cards.forEach((count, kind) => { for (let i = 0; i < count; i++) spend(G, seat, kind); });
      return arrive(G, random);
    }
    G.queue = fromCaptain(G);
    return nextRescue(G, random);
  },
  rescue(G, random, seat, saves) {
    if (!saves) return nextRescue(G, random);
    G.spyglasses[seat]--;
    return arrive(G, random);
  },
  bail(G, random, seat, jumps) {
    if (jumps) { spend(G, seat, JETPACK); disembark(G, seat); }
    nextJetpack(G, random);
  },
};

const celestia = {
  name: 'celestia',
  setup: ({ ctx, random }) => {
    const G = {
      deck: random.Shuffle(COPIES.flatMap((copies, kind) => Array(copies).fill(kind))),
      discard: [],
      piles: TREASURES.map((each) => random.Shuffle(each)),
      hands: Array.from({ length: ctx.numPlayers }, () => Array(9).fill(0)),
      points: Array(ctx.numPlayers).fill(0),
      spyglasses: Array(ctx.numPlayers).fill(0),
      captain: random.Die(ctx.numPlayers) - 1,
      dice: [], queue: [], turn: 0, passed: 0,
    };
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      for (let i = 0; i < (ctx.numPlayers <= 3 ? 8 : 6); i++) draw(G, random, seat);
    }
    beginVoyage(G);
    beginLeg(G, random);
    return G;
  },
  turn: { activePlayers: { all: 'playing' }, stages: { playing: {} } },
  moves: {
    answer: ({ G, random }, number) => {
      const { step, who, answers } = G.asked;
      STEPS[step](G, random, who, answers[number]);
    },
  },
  endIf: ({ G }) => (G.asked === null ? { scores: G.points.map((each, seat) => each + 2 * G.spyglasses[seat]) } : undefined),
};

function numbers(seed) { // xorshift: the players' own choices
  let x = (seed * 2654435761) >>> 0 || 1;
  return () => {
    x ^= x << 13; x ^= x >>> 17; x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

const [games, seed, players] = process.argv.slice(2).map(Number);
const number = numbers(seed);
let decisions = 0, best = 0;
const begun = process.hrtime.bigint();
for (let game = 0; game < games; game++) {
  const client = Client({ game: { ...celestia, seed: `${seed}/${game}` }, numPlayers: players, playerID: '0', debug: false });
  client.start();
  let { G, ctx } = client.getState();
  for (; !ctx.gameover; ({ G, ctx } = client.getState())) {
    client.updatePlayerID(String(G.asked.who));
    client.moves.answer(Math.floor(number() * G.asked.answers.length));
    decisions++;
  }
  best += Math.max(...ctx.gameover.scores);
  client.stop();
}
const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
const rate = (count) => (count / seconds).toFixed(1);
console.log(`${games} games ${seconds.toFixed(2)} s ${rate(games)} games/s ${rate(decisions)} decisions/s `
  + `${(decisions / games).toFixed(1)} decisions/game, best score ${(best / games).toFixed(1)}`);
