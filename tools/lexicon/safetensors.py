"""Reads a network's weights from a safetensors file with numpy alone.

The format: eight bytes with the header's length, the header in JSON (name -> dtype, shape, byte
range), then the numbers, little-endian.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def read_weights(path: Path) -> Mapping[str, NDArray[np.float32]]:
    """Return the file's float32 tensors by name, without tensors of other types."""
    content = path.read_bytes()
    header_end = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:header_end])
    tensors = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            start, end = entry["data_offsets"]
            flat = np.frombuffer(content[header_end + start : header_end + end], dtype="<f4")
            tensors[name] = flat.reshape(entry["shape"])
    return tensors
