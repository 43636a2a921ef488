"""The GLSGE training step as one would first write it in PyTorch: formulas as they stand, inverses,
SVD and pinv, and autograd through all of it. The yardstick for the closed-form step.

    python naive_glsge.py [--batch 100] [--dim 512] [--hidden 256] [--z 128] [--steps 60] [--threads 2]

prints the median step in milliseconds. With --against CLASSPATH (the module's classes, test classes
and libraries) it times the closed-form step in turn with this one and prints their ratios. Each runs
in a process of its own. PyTorch's threads spin while they wait, which on a busy host makes a step up
to thirty times slower: compare on an idle one, or by processor time.

PyTorch at its best is not what it does by itself: on OpenBLAS, two BLAS threads are slower than one
at this size. So the ways of using up to --threads are tried in turn first, and the fastest is a
second yardstick beside what --threads threads give by default.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import time

import torch

MULTIPLIERS = (0.25, 0.5, 1.0, 2.0, 4.0)


def kernel(points, detach_bandwidth=True):
    squares = points.pow(2).sum(1)
    distances = (squares[:, None] + squares[None] - 2 * points @ points.T).clamp_min(0)
    n = len(points)
    bandwidth = distances.sum() / (n * (n - 1))
    if detach_bandwidth:
        bandwidth = bandwidth.detach()
    return sum(torch.exp(-distances / (bandwidth * m)) for m in MULTIPLIERS)


def pcod_squared(zs, zt, ys, yt, q, eps=0.05):
    ns, nt = len(zs), len(zt)
    eye_s, eye_t = torch.eye(ns, dtype=zs.dtype), torch.eye(nt, dtype=zs.dtype)
    kz = kernel(torch.cat([zs, zt]))
    ky = kernel(torch.cat([ys, yt])).detach()
    kss, ktt, kts = ky[:ns, :ns], ky[ns:, ns:], ky[ns:, :ns]
    root = torch.sqrt(q)
    half = torch.diag(root)
    ws = half @ torch.linalg.inv(half @ kss @ half + eps * eye_s) @ half
    wt = torch.linalg.inv(ktt + eps * nt * eye_t)
    b = torch.diag(root) - torch.outer(q, root)
    h = eye_t - 1.0 / nt
    rs = eps * b @ torch.linalg.inv(b.T @ kss @ b + eps * eye_s) @ b.T
    rt = eps * nt * h @ torch.linalg.inv(h @ ktt @ h + eps * nt * eye_t) @ h

    def factor(r):
        values, vectors = torch.linalg.eigh(r)
        return vectors * torch.sqrt(values.clamp_min(0))

    ms, mt = factor(rs), factor(rt)
    zss, ztt, zts = kz[:ns, :ns], kz[ns:, ns:], kz[ns:, :ns]
    t1 = (zss * (ws @ kss @ ws)).sum()
    t2 = (ztt * (wt @ ktt @ wt)).sum()
    t3 = (zts * (wt @ kts @ ws)).sum()
    t4 = (zss * rs).sum()
    t5 = (ztt * rt).sum() / nt
    common = mt.T @ zts @ ms
    t6 = torch.linalg.svdvals(common).sum() / nt**0.5
    return t1 + t2 - 2 * t3 + t4 + t5 - 2 * t6


def dare_gram(zs, zt, threshold=0.9, w_angle=0.05, w_scale=0.001):
    def gram(z):
        a = torch.cat([torch.ones(len(z), 1, dtype=z.dtype), z], 1)
        return a.T @ a

    ga, gb = gram(zs), gram(zt)
    la, lb = torch.linalg.svdvals(ga), torch.linalg.svdvals(gb)

    def index(values):
        share = torch.cumsum(values.detach(), 0) / values.detach().sum()
        limit = max(threshold, share[1].item())
        return int(torch.nonzero(share <= limit)[-1])

    k = max(index(la), index(lb))
    pa = torch.linalg.pinv(ga, rtol=(la[k] / la[0]).item())
    pb = torch.linalg.pinv(gb, rtol=(lb[k] / lb[0]).item())
    cos = torch.nn.functional.cosine_similarity(pa, pb, dim=0)
    return w_angle * (1 - cos).mean() + w_scale * torch.dist(la[:k], lb[:k]) / k


def loss(extractor, predictor, xs, xt, ys, q, lam=0.1):
    zs, zt = extractor(xs), extractor(xt)
    yt = predictor(zt).detach()
    l1 = (q[:, None] * (predictor(zs) - ys).abs()).sum()
    d2 = pcod_squared(zs, zt, ys, yt, q)
    return l1 + lam * (torch.sqrt(d2.clamp_min(1e-12)) + dare_gram(zs, zt))


def time_process(*command, **environment):
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return [float(re.search(what + r" ([0-9.]+) ms", run.stdout).group(1)) for what in ("median", "processor time")]


def time_closed_form(class_path):
    return time_process("java", "-cp", class_path, "io.gazeshift.glsge.train.StepBenchmark")


def time_naive(args):
    torch.set_num_threads(args.threads)
    torch.set_default_dtype(getattr(torch, args.dtype))
    torch.manual_seed(1)
    extractor = torch.nn.Sequential(
        torch.nn.Linear(args.dim, args.hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(args.hidden, args.z),
        torch.nn.ReLU(),
    )
    predictor = torch.nn.Linear(args.z, 2)
    adam = torch.optim.Adam([*extractor.parameters(), *predictor.parameters()], lr=3e-5)
    times = []
    cpu = 0
    for step in range(args.steps + 10):
        xs, xt = torch.randn(args.batch, args.dim), torch.randn(args.batch, args.dim) + 0.3
        ys = 0.3 * torch.randn(args.batch, 2)
        q = torch.softmax(-(ys**2).sum(1) / 0.05, 0)
        start = time.perf_counter()
        adam.zero_grad()
        value = loss(extractor, predictor, xs, xt, ys, q)
        value.backward()
        adam.step()
        if step == 10:
            cpu = time.process_time()
        if step >= 10:
            times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times), 1e3 * (time.process_time() - cpu) / (len(times) - 1)


def time_apart(args, setting, steps):
    shape = [f"--{name}={getattr(args, name)}" for name in ("batch", "dim", "hidden", "z", "dtype")]
    threads, blas_threads, waiting = setting
    return time_process(
        *(sys.executable, __file__, *shape, f"--steps={steps}", f"--threads={threads}"),
        OPENBLAS_NUM_THREADS=str(blas_threads),
        OMP_WAIT_POLICY=waiting,
    )


def fastest_setting(args, rounds=3):
    settings = [(1, 1, "passive")]
    for blas_threads in sorted({1, args.threads}):
        settings += [(args.threads, blas_threads, waiting) for waiting in ("active", "passive")]
    rows = [[time_apart(args, setting, 30)[0] for setting in settings] for _ in range(rounds)]
    best = {setting: min(column) for setting, column in zip(settings, zip(*rows))}
    print(f"PyTorch {torch.__version__}, the best of {rounds} medians:")
    for (threads, blas_threads, waiting), wall in best.items():
        print(f"  {threads} threads, {blas_threads} of BLAS, {waiting} waiting: {wall:.2f} ms")
    return min(best, key=best.get)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--dim", type=int, default=512)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--z", type=int, default=128)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--dtype", default="float64", choices=("float32", "float64"))
    parser.add_argument("--against", help="class path of the module's tests: time its step as well")
    parser.add_argument("--repeat", type=int, default=7, help="how often to time both in turn")
    args = parser.parse_args()
    if args.against is None:
        wall, cpu = time_naive(args)
        print(f"naive: median {wall:.2f} ms, mean processor time {cpu:.2f} ms")
        return
    yardsticks = {"by default": (args.threads, args.threads, "active"), "at its best": fastest_setting(args)}
    print("at its best: {} threads, {} of BLAS, {} waiting".format(*yardsticks["at its best"]))
    rounds = []
    for _ in range(args.repeat):
        row = {name: time_apart(args, setting, args.steps) for name, setting in yardsticks.items()}
        row["closed form"] = time_closed_form(args.against)
        rounds.append(row)
        print(", ".join(f"{name} {wall:.2f} ms (processor {cpu:.2f})" for name, (wall, cpu) in row.items()), flush=True)
    for name in yardsticks:
        wall, cpu = (statistics.median(r["closed form"][k] / r[name][k] for r in rounds) for k in (0, 1))
        print(f"median of {len(rounds)} ratios to PyTorch {name}: {wall:.3f} (processor time {cpu:.3f})")


if __name__ == "__main__":
    main()
