"""What the operating system refused to the reason for it in the language that is spoken."""

from __future__ import annotations

from errno import EACCES, EEXIST, EISDIR, ENOENT, ENOSPC, ENOTDIR, EPERM, EROFS

from interpreter.source.catalogue import phrase

_KNOWN = {
    ENOENT: "refused-missing",
    EISDIR: "refused-folder",
    ENOTDIR: "refused-no-folder",
    EEXIST: "refused-there",
    EACCES: "refused-permission",
    EPERM: "refused-permission",
    EROFS: "refused-read-only",
    ENOSPC: "refused-full",
}


def refusal(trouble: OSError) -> str:
    """Why a file could not be read or written; a rare reason stands in the words of the system."""
    key = _KNOWN.get(trouble.errno or 0)
    return phrase(key) if key else str(trouble.strerror or trouble)
