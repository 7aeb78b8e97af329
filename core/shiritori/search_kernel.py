"""Depth-first proof-number search (Nagai, PhD thesis, Tokyo 2002), in functions to compile.

Every position has two numbers: `proof`, the difficulty of proving a win for the player to move, and
`disproof`, that of proving a loss. 0 means proved, ENDLESS disproved. A position is won if one word
leads to a lost one: its proof number is the smallest disproof number of its successors. It is lost
if all lead to won ones: its disproof number is the largest proof number of its unproved successors,
plus one for each further unproved one. (A sum would count shared positions twice.)

The path is an explicit stack, because games last hundreds of words, and a search can stop anywhere
and continue later.

All compiled functions are in this file, because numba caches them until it changes.
"""

from typing import Final

from core.compiled import Integers, compiled
from core.shiritori.search import DEPTH, NODES, STAMP, TRAIL, ProofPath, ProofTable, SearchBoard

WON: Final = 1
LOST: Final = -1

ENDLESS: Final = 1 << 40

WAYS: Final = 4
"""The number of entries in a bucket of the table."""


@compiled
def start(board: SearchBoard, path: ProofPath, table: ProofTable, token: int) -> None:
    """Make the current position the root, with the token at a sound, and link its kinds."""
    kinds = len(board.first)
    for head in range(kinds, kinds + len(board.loop)):
        board.out_next[head] = board.out_back[head] = head
        board.in_next[head] = board.in_back[head] = head
    for kind in range(kinds):
        first, last = kinds + board.first[kind], kinds + board.last[kind]
        board.out_back[kind], board.out_next[kind] = board.out_back[first], first
        board.in_back[kind], board.in_next[kind] = board.in_back[last], last
        _put_back(board, kind)
    path.token[0], path.kind[0], path.key[0] = token, -1, key_from(board, token)
    path.proof_limit[0] = path.disproof_limit[0] = ENDLESS
    open_successors(board, path, table)


@compiled
def search(board: SearchBoard, path: ProofPath, table: ProofTable, nodes: int) -> None:
    """Search `nodes` more positions, or until the root is decided."""
    end = path.scalars[NODES] + nodes
    while path.scalars[DEPTH] >= 0 and path.scalars[NODES] < end:
        depth = path.scalars[DEPTH]
        proof, disproof, best, second = summed(path, depth)
        if proof >= path.proof_limit[depth] or disproof >= path.disproof_limit[depth]:
            _leave(board, path, table, depth, proof, disproof)
        else:
            _enter(board, path, depth, best, second)
            open_successors(board, path, table)


@compiled
def open_successors(board: SearchBoard, path: ProofPath, table: ProofTable) -> None:
    """Write the successors of the path's last position; if one wins, only that one."""
    depth = path.scalars[DEPTH]
    token, place = path.token[depth], path.begin[depth]
    path.scalars[NODES] += 1
    _walk(board, board.in_next, board.first, board.sources, token)
    stamp = board.scalars[STAMP]
    kind = board.out_next[len(board.first) + token]
    while kind < len(board.first):
        target = board.last[kind]
        if board.sources[target] == stamp and not settles(board, kind):
            number = board.offset[kind] + board.left[kind]
            key = path.key[depth] ^ board.keys[number] ^ board.keys[number - 1]
            _estimate(board, path, table, place, kind, key)
        else:
            _try(board, path, table, place, kind)
        if path.next_disproof[place] == 0:
            _keep_only(path, depth, place)
            return
        place += 1
        kind = board.out_next[kind]
    path.begin[depth + 1] = place


@compiled
def summed(path: ProofPath, depth: int) -> tuple[int, int, int, int]:
    """Return the numbers of a position, its best successor, and the disproof of the next best."""
    proof, disproof, best, second, left = ENDLESS, 0, -1, ENDLESS, 0
    for place in range(path.begin[depth], path.begin[depth + 1]):
        if path.next_disproof[place] < proof:
            second, proof, best = proof, path.next_disproof[place], place
        elif path.next_disproof[place] < second:
            second = path.next_disproof[place]
        if path.next_proof[place] > 0:
            disproof, left = max(disproof, path.next_proof[place]), left + 1
    if left > 1 and disproof < ENDLESS:
        disproof += left - 1
    return proof, disproof, best, second


@compiled
def _keep_only(path: ProofPath, depth: int, place: int) -> None:
    begin = path.begin[depth]
    path.next_kind[begin], path.next_key[begin] = path.next_kind[place], path.next_key[place]
    path.next_proof[begin], path.next_disproof[begin] = ENDLESS, 0
    path.begin[depth + 1] = begin + 1


@compiled
def _try(board: SearchBoard, path: ProofPath, table: ProofTable, place: int, kind: int) -> None:
    """Write a successor whose key depends on the board after its word."""
    trail, target = board.scalars[TRAIL], board.last[kind]
    play(board, kind)
    if board.value[target] == 0:
        _estimate(board, path, table, place, kind, key_from(board, target))
    else:
        _write(path, place, kind, 0, ENDLESS)
        if board.value[target] == LOST:
            _write(path, place, kind, ENDLESS, 0)
    take_back(board, kind, trail)


@compiled
def _estimate(
    board: SearchBoard, path: ProofPath, table: ProofTable, place: int, kind: int, key: int
) -> None:
    """Write an unsettled successor, with the table's numbers or an estimate."""
    path.next_key[place] = key
    target = board.last[kind]
    entry = _entry(table, key ^ board.token_key[target])
    if entry >= 0:
        _write(path, place, kind, table.proof[entry], table.disproof[entry])
    else:
        _write(path, place, kind, 1, board.degree[target])


@compiled
def _write(path: ProofPath, place: int, kind: int, proof: int, disproof: int) -> None:
    path.next_kind[place] = kind
    path.next_proof[place], path.next_disproof[place] = proof, disproof


@compiled
def _enter(board: SearchBoard, path: ProofPath, depth: int, best: int, second: int) -> None:
    """Play the best successor's word, with the limits that keep it the best."""
    left = 0
    for place in range(path.begin[depth], path.begin[depth + 1]):
        left += path.next_proof[place] > 0
    kind, limit = path.next_kind[best], path.proof_limit[depth]
    path.trail[depth + 1], path.kind[depth + 1] = board.scalars[TRAIL], kind
    path.proof_limit[depth + 1] = min(ENDLESS, path.disproof_limit[depth] - left + 1)
    path.disproof_limit[depth + 1] = min(limit, second + second // 4 + 1)
    path.token[depth + 1], path.key[depth + 1] = board.last[kind], path.next_key[best]
    path.entered[depth + 1] = path.scalars[NODES]
    path.scalars[DEPTH] = depth + 1
    play(board, kind)


@compiled
def _leave(
    board: SearchBoard, path: ProofPath, table: ProofTable, depth: int, proof: int, disproof: int
) -> None:
    """Store the numbers of a position, and return to the one before."""
    key = path.key[depth] ^ board.token_key[path.token[depth]]
    work = path.scalars[NODES] - path.entered[depth]
    _store(table, key, min(proof, ENDLESS), min(disproof, ENDLESS), work)
    path.scalars[DEPTH] = depth - 1
    if depth > 0:
        kind = path.kind[depth]
        take_back(board, kind, path.trail[depth])
        for place in range(path.begin[depth - 1], path.begin[depth]):
            if path.next_kind[place] == kind:
                _write(path, place, kind, min(proof, ENDLESS), min(disproof, ENDLESS))


@compiled
def _entry(table: ProofTable, key: int) -> int:
    begin = key & (len(table.key) - WAYS)
    for entry in range(begin, begin + WAYS):
        if table.key[entry] == key:
            return entry
    return -1


@compiled
def _store(table: ProofTable, key: int, proof: int, disproof: int, work: int) -> None:
    """Write an entry over that of its key, or over the one with the least work in the bucket."""
    entry = _entry(table, key)
    if entry < 0:
        entry = key & (len(table.key) - WAYS)
        for other in range(entry, entry + WAYS):
            if table.work[other] < table.work[entry]:
                entry = other
    table.key[entry], table.work[entry] = key, work
    table.proof[entry], table.disproof[entry] = proof, disproof


@compiled
def play(board: SearchBoard, kind: int) -> None:
    """Use a word of the kind, and settle the sounds that it decides."""
    board.left[kind] -= 1
    if board.left[kind] == 0:
        _take_out(board, kind)
        _settle_from(board, board.first[kind])


@compiled
def take_back(board: SearchBoard, kind: int, trail: int) -> None:
    """Undo `play` of the kind; `trail` is the number of entries before it."""
    kinds = len(board.first)
    for place in range(board.scalars[TRAIL] - 1, trail - 1, -1):
        entry = board.trail[place]
        if entry >= kinds:
            board.value[entry - kinds] = 0
        else:
            _put_back(board, entry)
    board.scalars[TRAIL] = trail
    board.left[kind] += 1


@compiled
def settles(board: SearchBoard, kind: int) -> bool:
    """Return whether using a word of the kind would settle its first sound."""
    sound, kinds = board.first[kind], len(board.first)
    if board.left[kind] > 1 or board.degree[sound] > 2:
        return False
    if board.degree[sound] == 1:
        return True
    left = board.out_next[kinds + sound]
    if left == kind:
        left = board.out_next[left]
    return left == board.loop[sound]


@compiled
def key_from(board: SearchBoard, sound: int) -> int:
    """Return the key of the words in reach of a sound."""
    return _walk(board, board.out_next, board.last, board.marks, sound)


@compiled
def _walk(board: SearchBoard, links: Integers, ends: Integers, marks: Integers, sound: int) -> int:
    """Mark the sounds in reach with the last stamp; return the key of the words passed."""
    kinds, key, size = len(board.first), 0, 1
    board.scalars[STAMP] += 1
    stamp = board.scalars[STAMP]
    marks[sound], board.queue[0] = stamp, sound
    while size > 0:
        size -= 1
        kind = links[kinds + board.queue[size]]
        while kind < kinds:
            key ^= board.keys[board.offset[kind] + board.left[kind]]
            end = ends[kind]
            if marks[end] != stamp:
                marks[end], board.queue[size] = stamp, end
                size += 1
            kind = links[kind]
    return key


@compiled
def _settle_from(board: SearchBoard, sound: int) -> None:
    kinds, size = len(board.first), 1
    board.queue[0] = sound
    while size > 0:
        size -= 1
        sound = board.queue[size]
        if board.value[sound] == 0 and board.degree[sound] == 0:
            _set_value(board, sound, LOST)
            while board.in_next[kinds + sound] < kinds:
                size = _win(board, board.first[board.in_next[kinds + sound]], size)
        elif board.value[sound] == 0 and _has_only_loop(board, sound):
            size = _win(board, sound, size)


@compiled
def _has_only_loop(board: SearchBoard, sound: int) -> bool:
    only = board.out_next[len(board.first) + sound]
    return board.degree[sound] == 1 and only == board.loop[sound]


@compiled
def _win(board: SearchBoard, sound: int, size: int) -> int:
    """Settle a sound as won; return the new length of the queue of sounds to settle."""
    kinds = len(board.first)
    _set_value(board, sound, WON)
    while board.out_next[kinds + sound] < kinds:
        _take_out(board, board.out_next[kinds + sound])
    while board.in_next[kinds + sound] < kinds:
        kind = board.in_next[kinds + sound]
        _take_out(board, kind)
        board.queue[size] = board.first[kind]
        size += 1
    return size


@compiled
def _set_value(board: SearchBoard, sound: int, value: int) -> None:
    board.value[sound] = value
    _log(board, len(board.first) + sound)


@compiled
def _take_out(board: SearchBoard, kind: int) -> None:
    board.out_next[board.out_back[kind]] = board.out_next[kind]
    board.out_back[board.out_next[kind]] = board.out_back[kind]
    board.in_next[board.in_back[kind]] = board.in_next[kind]
    board.in_back[board.in_next[kind]] = board.in_back[kind]
    board.degree[board.first[kind]] -= 1
    _log(board, kind)


@compiled
def _put_back(board: SearchBoard, kind: int) -> None:
    board.out_next[board.out_back[kind]] = kind
    board.out_back[board.out_next[kind]] = kind
    board.in_next[board.in_back[kind]] = kind
    board.in_back[board.in_next[kind]] = kind
    board.degree[board.first[kind]] += 1


@compiled
def _log(board: SearchBoard, entry: int) -> None:
    board.trail[board.scalars[TRAIL]] = entry
    board.scalars[TRAIL] += 1
