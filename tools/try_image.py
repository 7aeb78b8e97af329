"""Build the image in a fresh Debian and run it, without a container engine.

`python -m tools.try_image` executes the Dockerfile's own lines in a root that debootstrap makes,
with Debian's Python. It starts the entry point as the named user, with a read-only root, a writable
volume and no network, and waits until the health check succeeds. Then it sends SIGTERM. It prints
the added files, the times, the exit code, and the files that the run wrote, and exits with 1 if
the program stayed unhealthy, failed, or wrote outside the volume.

It needs root, debootstrap, util-linux and iproute2. Only debootstrap and pip use the network; pip
has the variables PIP_* and the certificates of this machine.
"""

import argparse
import asyncio
import os
import shutil
import stat
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from tools.dockerfile import (
    IgnoreFile,
    ImageStage,
    Instruction,
    changed_environment,
    context_files,
    image_stages,
)

PROJECT: Final = Path(__file__).parents[1]

SUITE: Final = "trixie"
"""The Debian of python:3.12-slim."""

PACKAGES: Final = ("python3", "python3-venv", "python3-pip", "ca-certificates")

VOLUME: Final = "data"

HEALTH_SECONDS: Final = 120.0
STOP_SECONDS: Final = 30.0
"""Timeouts of the first success of the health check, and of the shutdown."""

BASE_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

OUTSIDE: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt")
"""Files of this machine that RUN sees, for the network."""

_BUILDING: Final = """
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
for file in {files}; do touch "$1$file"; mount --bind "$file" "$1$file"; done
root="$1" folder="$2"; shift 2
exec chroot "$root" /bin/sh -ec 'cd "$0"; exec "$@"' "$folder" "$@"
"""

_RUNNING: Final = """
set -e
ip link set lo up
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount --bind "$3" "$1/tmp"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev"
mkdir -m 1777 "$1/dev/shm"
for file in null zero random urandom; do
    touch "$1/dev/$file"
    mount --bind "/dev/$file" "$1/dev/$file"
done
mount -o remount,bind,ro "$1"
root="$1" user="$4" folder="$5"; shift 5
exec chroot "$root" setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups \\
    --no-new-privs --bounding-set=-all /bin/sh -ec 'cd "$0"; exec "$@"' "$folder" "$@"
"""


class ImageFault(Exception):
    """A step of the build that failed."""


@dataclass(slots=True)
class ImageRoot:
    """A root folder with the state of the build in it."""

    path: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": BASE_PATH})
    folder: str = "/"
    user: str = "0:0"

    def inside(self, name: str) -> Path:
        """Return the path of a name in the root, relative to its working folder."""
        return self.path / os.path.normpath(Path(self.folder, name)).lstrip("/")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and run the image; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.try_image", description=__doc__)
    parser.add_argument("--base", type=Path, help="a root of debootstrap, made if missing")
    base = parser.parse_args(arguments).base
    with TemporaryDirectory(prefix="image-") as folder:
        try:
            return asyncio.run(_try(base or Path(folder, "base"), Path(folder)))
        except (ImageFault, FileNotFoundError) as fault:
            print(fault)
            return 1


async def _try(base: Path, folder: Path) -> int:
    if not base.exists():
        included = f"--include={','.join(PACKAGES)}"
        await _succeed("debootstrap", "--variant=minbase", included, SUITE, str(base))
        (base / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        for compiled in (base / "usr/lib").glob("python3.*/**/*.pyc"):
            compiled.unlink()  # python:3.12-slim has none
    context = folder / "context"
    ignore = IgnoreFile((PROJECT / ".dockerignore").read_text("utf-8"))
    for path in context_files(PROJECT, ignore):
        (context / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / path, context / path)
    sources, root = {"": context}, ImageRoot(base)
    stages = image_stages((PROJECT / "Dockerfile").read_text("utf-8"))
    for stage in stages:
        root = ImageRoot(folder / f"root-{stage.name}")
        await _succeed("cp", "--archive", str(base), str(root.path))
        await _build(stage, root, sources)
        sources[stage.name] = root.path
    _print_added(base, root.path)
    return await _run(stages[-1], root, folder)


# The build.


async def _build(stage: ImageStage, root: ImageRoot, sources: Mapping[str, Path]) -> None:
    for one in stage.instructions:
        start = monotonic()
        match one.word:
            case "ENV":
                root.environment = changed_environment(root.environment, one.text)
            case "WORKDIR":
                root.folder = one.text
                root.inside(".").mkdir(parents=True, exist_ok=True)
            case "USER":
                root.user = one.text
            case "COPY":
                await _copy(one, root, sources)
            case "RUN":
                await _execute(one, root)
        print(f"{monotonic() - start:6.1f} s  {one.word} {one.text[:80]}", flush=True)


async def _copy(one: Instruction, root: ImageRoot, sources: Mapping[str, Path]) -> None:
    names, destination = one.copied
    to = root.inside(destination)
    for name in names:
        source = sources[one.flags.get("from", "")] / name.lstrip("/")
        (to if source.is_dir() else to.parent).mkdir(parents=True, exist_ok=True)
        copied = f"{source}/." if source.is_dir() else str(source)
        await _succeed("cp", "--archive", "--no-preserve=ownership", copied, str(to))


async def _execute(one: Instruction, root: ImageRoot) -> None:
    files = " ".join(name for name in OUTSIDE if Path(name).exists())
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    script = ("unshare", "--mount", "sh", "-c", _BUILDING.format(files=files), "sh")
    command = (*script, str(root.path), root.folder, *one.command)
    await _succeed(*command, environment={**root.environment, **pip})


async def _succeed(*command: str, environment: Mapping[str, str] | None = None) -> None:
    """Run a program; raises ImageFault with its output if it fails."""
    program = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=PIPE, stderr=STDOUT
    )
    output, _ = await program.communicate()
    if program.returncode:
        raise ImageFault(f"{output.decode(errors='replace')}\nfailed: {command[-1]}")


# The run.


async def _run(stage: ImageStage, root: ImageRoot, folder: Path) -> int:
    volume, scratch = folder / VOLUME, folder / "tmp"
    shutil.copytree(root.path / VOLUME, volume)
    scratch.mkdir()
    scratch.chmod(0o1777)
    user, group = map(int, root.user.split(":"))
    os.chown(volume, user, group)
    command = (*stage.last("ENTRYPOINT").command, *stage.last("CMD").command)
    before, start = _tree(root.path), monotonic()
    async with _started(root, (str(volume), str(scratch)), command) as (program, inner):
        check = stage.last("HEALTHCHECK").command
        healthy = await _wait_healthy(root, inner, check, program)
        print(f"healthy: {healthy} after {monotonic() - start:.1f} s")
        faults, said = await _ask(root, inner, ("spyring", "doctor"))
        print(said)
        start = monotonic()
        with suppress(ProcessLookupError):
            os.kill(inner, 15)
        code = await asyncio.wait_for(program.wait(), STOP_SECONDS)
    print(f"exit code {code}, {monotonic() - start:.1f} s after SIGTERM")
    outside = [*_changes(before, _tree(root.path)), *_names(scratch)]
    print(f"written in the volume: {', '.join(_names(volume))}")
    print(f"written outside the volume: {', '.join(map(str, outside)) or 'nothing'}")
    return int(not healthy or bool(faults or code or outside))


@asynccontextmanager
async def _started(
    root: ImageRoot, mounts: tuple[str, str], command: Sequence[str]
) -> AsyncIterator[tuple[Process, int]]:
    """Start the program as process 1 of its own namespaces; yield it, and its id out here."""
    own = ("unshare", "--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child")
    script = (*own, "sh", "-c", _RUNNING, "sh", str(root.path), *mounts, root.user, root.folder)
    program = await asyncio.create_subprocess_exec(*script, *command, env=_of_user(root))
    try:
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
        while not (inner := children.read_text().split()):
            await asyncio.sleep(0.01)
        yield program, int(inner[0])
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


async def _wait_healthy(
    root: ImageRoot, inner: int, check: Sequence[str], program: Process
) -> bool:
    """Return whether the health check succeeds in time."""
    end = monotonic() + HEALTH_SECONDS
    while program.returncode is None and monotonic() < end:
        fault, _ = await _ask(root, inner, check)
        if not fault:
            return True
        await asyncio.sleep(0.5)
    return False


async def _ask(root: ImageRoot, inner: int, command: Sequence[str]) -> tuple[int | None, str]:
    """Run a command next to the program; return its exit code and output."""
    spaces = ("nsenter", f"--target={inner}", "--mount", "--pid", "--net", "--ipc")
    start = (*spaces, "chroot", f"--userspec={root.user}", str(root.path), *command)
    asked = await asyncio.create_subprocess_exec(
        *start, env=_of_user(root), stdout=PIPE, stderr=STDOUT
    )
    output, _ = await asked.communicate()
    return asked.returncode, output.decode(errors="replace")


def _of_user(root: ImageRoot) -> Mapping[str, str]:
    """Return the environment with the home that the root names for the user."""
    users = (line.split(":") for line in (root.path / "etc/passwd").read_text().splitlines())
    home = next(fields[5] for fields in users if fields[2] == root.user.split(":")[0])
    return {**root.environment, "HOME": home}


# Files.


FileState = tuple[int, int, int]
"""A file's mode, size and time of change."""


def _tree(root: Path) -> dict[Path, FileState]:
    """Return the state of each file below a folder."""
    states = {path: path.lstat() for path in root.rglob("*")}
    return {
        path.relative_to(root): (one.st_mode, one.st_size, one.st_mtime_ns)
        for path, one in states.items()
        if not stat.S_ISDIR(one.st_mode)
    }


def _changes(before: Mapping[Path, FileState], after: Mapping[Path, FileState]) -> Iterable[Path]:
    """Return the paths that are new or different, in order."""
    return sorted(path for path, state in after.items() if before.get(path) != state)


def _names(folder: Path) -> Iterator[str]:
    return (str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path.is_file())


def _print_added(base: Path, root: Path) -> None:
    """Print the number, size and digest of the files that the build added."""
    after = _tree(root)
    added = [*_changes(_tree(base), after)]
    digest = sha256()
    for path in added:
        mode, _, _ = after[path]
        content = b"" if stat.S_ISLNK(mode) else (root / path).read_bytes()
        digest.update(f"{path} {mode:o} {sha256(content).hexdigest()}\n".encode())
    size = sum(after[path][1] for path in added) / 1e6
    print(f"added {len(added)} files, {size:.0f} MB, SHA-256 {digest.hexdigest()}")


if __name__ == "__main__":
    sys.exit(main())
