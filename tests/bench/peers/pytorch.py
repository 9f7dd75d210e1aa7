"""PyTorch's attention on one CPU thread, timed by request; the requests and answers are those of tests/bench/serve.cpp,
after a first line with its version."""

import json
import sys
import time

import torch
from torch.nn.functional import scaled_dot_product_attention

torch.set_num_threads(1)


def workload(description: str):
    _, _, mask, heads, sizes = description.split()
    tokens, head_dim = (int(size) for size in sizes.split("x"))
    shape = (1, int(heads.split(":")[0]), tokens, head_dim)
    query, key, value = (torch.rand(shape) * 4 - 2 for _ in range(3))
    return lambda: scaled_dot_product_attention(query, key, value, is_causal=mask == "causal")


workloads = {}
print(json.dumps({"version": torch.__version__}), flush=True)
with torch.inference_mode():
    for line in sys.stdin:
        milliseconds, description = line.strip().split(" ", 1)
        if description not in workloads:
            workloads[description] = workload(description)
        run = workloads[description]
        start, runs = time.perf_counter(), 0
        while runs == 0 or (time.perf_counter() - start) * 1000 < float(milliseconds):
            run()
            runs += 1
        print(json.dumps({"seconds": (time.perf_counter() - start) / runs}), flush=True)
