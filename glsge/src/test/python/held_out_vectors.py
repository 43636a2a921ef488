"""Fresh reference vectors from the formulas alone, by other means than the Java code: plain inverses,
full Gram matrices, matrix sign functions and complex steps instead of closed-form gradients.

    python held_out_vectors.py SEED OUT.json

The tests read held-out.json of their resources, or the file that -Dgazeshift.vectors=FILE names.
Shapes are hostile on purpose: two samples, unequal sizes, dead features, equal rows, weights of 0,
scales of 1e6 and 1e-9, correlations next to 1, far tails. Needs numpy and scipy.
"""
import json
import sys

import numpy as np
from scipy import optimize, special, stats

MULTIPLIERS = np.array([0.25, 0.5, 1.0, 2.0, 4.0])
NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)
STEP = 1e-30  # of complex steps: nothing is subtracted, so it may be as small as it likes


# ---------------------------------------------------------------- labels


def normal_between(low, high):
    """P(low < X < high) without cancellation, in either tail and for narrow intervals."""
    if high - low < 0.25:
        half, centre = (high - low) / 2, (high + low) / 2
        return half * (WEIGHTS @ np.exp(-0.5 * (centre + half * NODES) ** 2)) / np.sqrt(2 * np.pi)
    if low > 0:
        return special.ndtr(-low) - special.ndtr(-high)
    return special.ndtr(high) - special.ndtr(low)


def rectangle(xl, xh, yl, yh, rho):
    """Integrates y out by quadrature (the Java code integrates x)."""
    spread = np.sqrt((1 - rho) * (1 + rho))

    def f(y):
        return np.exp(-0.5 * y * y) * normal_between((xl - rho * y) / spread, (xh - rho * y) / spread)

    low, high = max(yl, -38.0), min(yh, 38.0)
    if not low < high:
        return 0.0
    points = {low, high}
    for p in np.linspace(-10, 10, 21):
        points.add(p)
    for edge in (xl, xh):
        if np.isfinite(edge) and rho != 0:
            for k in (-40, -12, -6, -3, -1, 0, 1, 3, 6, 12, 40):
                points.add(edge / rho + k * spread / abs(rho))
    # Far out the integrand falls from the near edge at a rate of that edge.
    for edge in (low, high):
        for k in (0.01, 0.1, 0.3, 1, 3):
            points.add(edge + k)
            points.add(edge - k)
    points = sorted(p for p in points if low <= p <= high)
    total = 0.0
    for a, b in zip(points, points[1:]):
        for c in np.linspace(a, b, 9)[:-1]:
            half = (b - a) / 16
            total += half * sum(w * f(c + half + half * t) for w, t in zip(WEIGHTS, NODES))
    return total / np.sqrt(2 * np.pi)


def rectangles(rng):
    cases = []

    def add(xl, xh, yl, yh, rho):
        mass = rectangle(xl, xh, yl, yh, rho)
        if mass > 1e-280:
            cases.append({"box": [xl, xh, yl, yh], "rho": rho, "mass": mass})

    for rho in (0.0, 1e-9, 0.3, -0.3, 0.9, -0.95, 0.999, -0.999, 0.999999, -0.999999, 1 - 1e-10):
        for _ in range(3):
            x, y = np.sort(rng.normal(size=2)), np.sort(rng.normal(size=2))
            add(x[0], x[1], y[0], y[1], rho)
        add(-1.5, 1.5, -1.5, 1.5, rho)
        far = rng.uniform(4, 9)
        add(far, far + 1, far - 0.5, far + 2, rho)
        add(-far - 2, -far, -40.0, -far + 0.5, rho)
        thin = rng.normal()
        add(thin, thin + 1e-5, thin - 0.5, thin + 0.5, rho)
        add(thin - 0.5, thin + 0.5, thin, thin + 1e-5, rho)
        add(-40.0, rng.normal(), -40.0, rng.normal(), rho)
    add(6.0, 40.0, 6.0, 40.0, -0.5)
    add(20.0, 21.0, 20.0, 21.0, 0.5)
    return cases


def box_of(mean, cov, reading, c):
    sx, sy = np.sqrt(np.diag(cov))
    rho = cov[0, 1] / (sx * sy)
    if reading == "axis":
        k = stats.norm.ppf(0.5 * (1 + c))
    elif reading == "chi2":
        k = np.sqrt(stats.chi2.ppf(c, 2))
    else:
        k = optimize.brentq(lambda k: rectangle(-k, k, -k, k, rho) - c, 1e-3, 12, xtol=1e-15, rtol=1e-15)
    return [mean[0] - k * sx, mean[0] + k * sx, mean[1] - k * sy, mean[1] + k * sy]


def normal_pdf(point, mean, cov):
    d = np.asarray(point) - mean
    det = cov[0, 0] * cov[1, 1] - cov[0, 1] ** 2
    square = d @ np.array([[cov[1, 1], -cov[0, 1]], [-cov[0, 1], cov[0, 0]]]) @ d / det
    return np.exp(-0.5 * square) / (2 * np.pi * np.sqrt(det))


def truncated_pdf(point, mean, cov, box):
    if not (box[0] < point[0] < box[1] and box[2] < point[1] < box[3]):
        return 0.0
    sx, sy = np.sqrt(np.diag(cov))
    rho = cov[0, 1] / (sx * sy)
    mass = rectangle(
        (box[0] - mean[0]) / sx, (box[1] - mean[0]) / sx, (box[2] - mean[1]) / sy, (box[3] - mean[1]) / sy, rho
    )
    return normal_pdf(point, mean, cov) / mass


def weights(rng):
    """Mean and covariance of pseudo labels, box, densities at source labels, q."""
    cases = []
    shapes = [
        ("axis", 0.7, 2, 3, 0.3, 0.5),
        ("chi2", 0.7, 3, 2, 0.3, -0.9),
        ("mass", 0.7, 40, 30, 0.2, 0.99),
        ("chi2", 0.05, 25, 40, 0.1, 0.2),
        ("mass", 0.999, 25, 40, 0.1, -0.6),
        ("axis", 0.99, 50, 20, 1e-2, 0.99),
        ("chi2", 0.7, 30, 30, 1e6, 0.4),
        ("mass", 0.3, 60, 60, 0.25, 0.0),
    ]
    for reading, c, n_pseudo, n_source, scale, rho in shapes:
        if n_pseudo == 2:
            # Two labels lie on one line: their covariance has no inverse, so make it three.
            n_pseudo = 3
        mix = np.array([[1, 0], [rho, np.sqrt(1 - rho * rho)]])
        pseudo = scale * (rng.normal(size=(n_pseudo, 2)) @ mix.T + rng.normal(size=2))
        source = scale * (rng.normal(size=(n_source, 2)) * 1.5)
        mean, cov = pseudo.mean(0), np.cov(pseudo.T)
        # Some source labels inside for certain.
        source[: n_source // 2] = mean + 0.4 * (source[: n_source // 2] * [np.sqrt(cov[0, 0]), np.sqrt(cov[1, 1])] / scale)
        box = box_of(mean, cov, reading, c)
        f = np.array([truncated_pdf(p, mean, cov, box) for p in source])
        q = f / f.sum() if f.sum() > 0 else np.full(n_source, 1 / n_source)
        cases.append(
            dict(
                reading=reading, confidence=c, pseudo=pseudo.tolist(), source=source.tolist(), mean=mean.tolist(),
                covariance=cov.tolist(), box=box, density=f.tolist(), q=q.tolist(), fell_back=bool(f.sum() == 0),
            )
        )
    return cases


def expectation_maximisation(y, parts):
    """Start at the label next to the mean, then the farthest; covariances cov/K + 1e-5."""
    n = len(y)
    centre = y.mean(0)
    chosen = [int(np.argmin(((y - centre) ** 2).sum(1)))]
    while len(chosen) < parts:
        chosen.append(int(np.argmax(np.min([((y - y[k]) ** 2).sum(1) for k in chosen], axis=0))))
    mean = y[chosen].copy()
    cov = np.repeat((np.cov(y.T) / parts + 1e-5 * np.eye(2))[None], parts, 0)
    share = np.full(parts, 1 / parts)
    before = -np.inf
    for _ in range(200):
        log = np.array(
            [np.log(share[k]) + stats.multivariate_normal(mean[k], cov[k]).logpdf(y) for k in range(parts)]
        ).reshape(parts, n)
        total = special.logsumexp(log, axis=0)
        r = np.exp(log - total)
        likelihood = total.sum()
        share = r.sum(1) / n
        for k in range(parts):
            mean[k] = r[k] @ y / r[k].sum()
            d = y - mean[k]
            cov[k] = (r[k][:, None] * d).T @ d / r[k].sum() + 1e-5 * np.eye(2)
        if likelihood - before < 1e-9 * abs(likelihood):
            break
        before = likelihood
    return share, mean, cov, likelihood


def mixtures(rng):
    cases = []
    for n, spread in ((12, 0.05), (80, 0.08), (150, 0.03)):
        centres = rng.normal(size=(3, 2)) * 0.3
        y = centres[rng.integers(0, 3, n)] + spread * rng.normal(size=(n, 2))
        fits = []
        for parts in (1, 2, 3):
            share, mean, cov, likelihood = expectation_maximisation(y, parts)
            bic = (6 * parts - 1) * np.log(n) - 2 * likelihood
            fits.append(
                dict(share=share.tolist(), mean=mean.tolist(), covariance=cov.tolist(), log_likelihood=likelihood, bic=bic)
            )
        cases.append(dict(labels=y.tolist(), fits=fits, best=1 + int(np.argmin([f["bic"] for f in fits]))))
    return cases


# ---------------------------------------------------------------- PCOD


def distances(x):
    return ((x[:, None, :] - x[None, :, :]) ** 2).sum(-1)


def bandwidth(x):
    d = distances(x).real
    mean = d.sum() / (len(x) * (len(x) - 1))
    return mean if mean > 0 else 1.0


def kernel(x, bw, multipliers):
    d = distances(x)
    return sum(np.exp(-d / (bw * m)) for m in multipliers)


def root_of(symmetric, nulls):
    """Any M with R = M M^T: by eigenvalues (the Java code takes a Cholesky factor)."""
    values, vectors = np.linalg.eigh((symmetric + symmetric.T) / 2)
    # Eigenvalues that must be 0 are rounding, whose root would be 1e-8 and no rounding any more.
    values[:nulls] = 0
    return vectors * np.sqrt(values)


class LabelSide:
    """All that depends on labels and weights alone."""

    def __init__(self, ys, yt, q, eps, multipliers):
        ns, nt = len(ys), len(yt)
        y = np.concatenate([ys, yt])
        k = kernel(y, bandwidth(y), multipliers)
        kss, ktt, kts = k[:ns, :ns], k[ns:, ns:], k[ns:, :ns]
        root = np.sqrt(q)
        half = np.diag(root)
        ws = half @ np.linalg.inv(half @ kss @ half + eps * np.eye(ns)) @ half
        wt = np.linalg.inv(ktt + eps * nt * np.eye(nt))
        b = np.diag(root) - np.outer(q, root)
        h = np.eye(nt) - 1 / nt
        self.nt = nt
        self.a_s, self.a_t, self.x1 = ws @ kss @ ws, wt @ ktt @ wt, wt @ kts @ ws
        self.r_s = eps * b @ np.linalg.inv(b.T @ kss @ b + eps * np.eye(ns)) @ b.T
        self.r_t = eps * nt * h @ np.linalg.inv(h @ ktt @ h + eps * nt * np.eye(nt)) @ h
        self.structural = int((q == 0).sum()) + 1
        self.m_s, self.m_t = root_of(self.r_s, self.structural), root_of(self.r_t, 1)


def terms(kz, ns, side):
    kss, ktt, kts = kz[:ns, :ns], kz[ns:, ns:], kz[ns:, :ns]
    n = side.m_t.T @ kts @ side.m_s
    u, sigma, vt = np.linalg.svd(n.real)
    # To first order a singular value moves by u^T dN v.
    t6 = sigma.sum() + 1j * sum(u[:, k] @ n.imag @ vt[k] for k in range(len(sigma)) if sigma[k] > 1e-11 * sigma[0])
    t = [
        (kss * side.a_s).sum(), (ktt * side.a_t).sum(), (kts * side.x1).sum(),
        (kss * side.r_s).sum(), (ktt * side.r_t).sum() / side.nt, t6 / np.sqrt(side.nt),
    ]
    return t, t[0] + t[1] - 2 * t[2] + t[3] + t[4] - 2 * t[5], sigma


def pcod(name, zs, zt, ys, yt, q, eps=0.05, multipliers=MULTIPLIERS):
    side = LabelSide(ys, yt, q, eps, multipliers)
    z = np.concatenate([zs, zt])
    ns = len(zs)
    bw = bandwidth(z)
    size = np.sqrt(bw)
    t, d2, sigma = terms(kernel(z.astype(complex), bw, multipliers), ns, side)
    # The nuclear norm has a gradient where every singular value that can differ from 0 does: rows of
    # weight 0 and the constant direction never can. Beyond 1e-6 rounding shows in the directions.
    free = min(ns - side.structural, len(zt) - 1)
    smooth = free == 0 or sigma[free - 1] > 1e-6 * sigma[0]
    gradient = np.zeros_like(z)
    for i in range(z.shape[0]):
        for c in range(z.shape[1]):
            moved = (z / size).astype(complex)
            moved[i, c] += 1j * STEP
            gradient[i, c] = terms(kernel(moved, 1.0, multipliers), ns, side)[1].imag / STEP / size
    case = dict(
        name=name, zs=zs.tolist(), zt=zt.tolist(), ys=ys.tolist(), yt=yt.tolist(), q=q.tolist(), eps=eps,
        multipliers=list(multipliers), bandwidth=bw, terms=[float(x.real) for x in t], squared=float(d2.real),
        smooth=bool(smooth), gradient=gradient.tolist(),
    )
    if smooth:
        check_by_differences(z, bw, ns, side, multipliers, gradient)
    return case


def check_by_differences(z, bw, ns, side, multipliers, gradient):
    """The vectors themselves must be right: a few entries by central differences."""
    rng = np.random.default_rng(0)
    scale = np.abs(gradient).max()
    for _ in range(3):
        i, c = rng.integers(z.shape[0]), rng.integers(z.shape[1])
        h = 1e-5 * np.sqrt(bw)
        up, down = z.copy(), z.copy()
        up[i, c] += h
        down[i, c] -= h
        f = [terms(kernel(x.astype(complex), bw, multipliers), ns, side)[1].real for x in (up, down)]
        assert abs((f[0] - f[1]) / (2 * h) - gradient[i, c]) <= 1e-4 * scale + 1e-7 / np.sqrt(bw), "differences disagree"


def simplex(rng, n, zeros=0):
    q = rng.uniform(0.1, 1, n)
    q[:zeros] = 0
    return q / q.sum()


def pcods(rng):
    def batch(ns, nt, p, scale=1.0, offset=0.0, spread=0.3):
        relu = lambda n, shift: np.maximum(0, rng.normal(size=(n, p)) + shift)
        return (
            scale * (relu(ns, 0.2) + offset), scale * (relu(nt, 0.5) + offset),
            spread * rng.normal(size=(ns, 2)), spread * (0.7 * rng.normal(size=(nt, 2)) + 0.3),
        )

    cases = []
    for name, ns, nt, p, zeros in (
        ("two and two", 2, 2, 3, 0), ("two and seven", 2, 7, 4, 0), ("seven and two", 7, 2, 12, 0),
        ("one dimension", 6, 5, 1, 0), ("weights of 0", 9, 6, 10, 4), ("one weight only", 5, 6, 6, 4),
        ("wide", 8, 11, 24, 0),
    ):
        cases.append(pcod(name, *batch(ns, nt, p), simplex(rng, ns, zeros)))
    b = batch(6, 8, 10)
    cases.append(pcod("uniform weights", *b, np.full(6, 1 / 6)))
    cases.append(pcod("ridge 1e-3, one kernel", *batch(7, 6, 9), simplex(rng, 7), 1e-3, np.array([1.0])))
    cases.append(pcod("ridge 10, odd kernels", *batch(7, 6, 9), simplex(rng, 7), 10.0, np.array([0.3, 1.0, 7.0])))
    cases.append(pcod("features of 1e6", *batch(7, 6, 10, scale=1e6), simplex(rng, 7)))
    cases.append(pcod("features of 1e-9", *batch(7, 6, 10, scale=1e-9), simplex(rng, 7)))
    cases.append(pcod("features far from 0", *batch(7, 6, 10, offset=1e4), simplex(rng, 7)))
    cases.append(pcod("labels of 1e6", *batch(7, 6, 10, spread=1e6), simplex(rng, 7)))
    cases.append(pcod("labels of 1e-9", *batch(7, 6, 10, spread=1e-9), simplex(rng, 7)))
    zs, zt, ys, yt = batch(8, 7, 12)
    zs[:, 3] = zt[:, 3] = 0
    zs[:, 5] = 0
    cases.append(pcod("dead features", zs, zt, ys, yt, simplex(rng, 8)))
    zs, zt, ys, yt = batch(8, 7, 12)
    zs[1], zs[4], zt[2] = zs[0], zs[0], zt[5]
    cases.append(pcod("equal features", zs, zt, ys, yt, simplex(rng, 8)))
    ys = np.repeat(ys[:1], 8, 0)
    cases.append(pcod("equal source labels", zs, zt, ys, yt, simplex(rng, 8)))
    zs, zt, ys, yt = batch(8, 7, 12)
    cases.append(pcod("one and the same label", zs, zt, 0 * ys, 0 * yt, simplex(rng, 8)))
    zs, zt, ys, yt = batch(6, 6, 10)
    cases.append(pcod("equal domains", zs, zs, ys, ys, np.full(6, 1 / 6)))
    zs, zt, ys, yt = batch(6, 6, 10)
    cases.append(pcod("all features equal", 0 * zs + 1, 0 * zt + 1, ys, yt, np.full(6, 1 / 6)))
    tiny = simplex(rng, 9)
    tiny[:3] *= 1e-12
    cases.append(pcod("weights of 1e-13", *batch(9, 6, 10), tiny / tiny.sum()))
    return cases


# ---------------------------------------------------------------- DARE-GRAM


def with_ones(z):
    return np.concatenate([np.ones((len(z), 1), dtype=z.dtype), z], 1)


def spectrum(z):
    a = with_ones(z)
    # Singular values of the batch: squaring them keeps small eigenvalues exact.
    values = np.zeros(a.shape[1])
    s = np.linalg.svd(a, compute_uv=False) ** 2
    values[: len(s)] = s
    rank = int((values > values[0] * 4 * max(a.shape) * np.finfo(float).eps).sum())
    values[rank:] = 0
    return values, rank


def kept(values, rank, threshold):
    share = np.cumsum(values[:rank]) / values[:rank].sum()
    if rank < 2:
        return 1
    limit = max(threshold, share[1])
    return max(1, int(np.nonzero(share <= limit)[0][-1]) if share[1] < 1 else 1)


def truncated_inverse(z, values, k):
    """The inverse over the leading k eigenvalues, by the matrix sign function: analytic in z."""
    a = with_ones(z)
    g = a.T @ a
    n = len(g)
    scale = values[0]
    if k == n:
        return np.linalg.inv(g)
    cut = np.sqrt(values[k - 1] * values[k]) if values[k] > 1e-8 * values[k - 1] else 1e-4 * values[k - 1]
    s = (g - cut * np.eye(n)) / scale
    for _ in range(60):
        s = 0.5 * (s + np.linalg.inv(s))
    e = 0.5 * (np.eye(n) + s)
    return e @ np.linalg.inv(g @ e / scale + np.eye(n) - e) @ e / scale


def dare_parts(zs, zt, va, vb, k, ka, kb):
    pa, pb = truncated_inverse(zs, va, ka), truncated_inverse(zt, vb, kb)
    dead = (with_ones(zs.real) == 0).all(0) | (with_ones(zt.real) == 0).all(0)
    cos = np.array(
        [0 if dead[j] else (pa[:, j] @ pb[:, j]) / np.sqrt((pa[:, j] @ pa[:, j]) * (pb[:, j] @ pb[:, j])) for j in range(len(pa))]
    )
    return (1 - cos).mean()


def dare(name, zs, zt, threshold=0.9, w_angle=0.05, w_scale=0.001):
    (va, ra), (vb, rb) = spectrum(zs), spectrum(zt)
    k = max(kept(va, ra, threshold), kept(vb, rb, threshold))
    ka, kb = min(k, ra), min(k, rb)
    angle = float(np.real(dare_parts(zs, zt, va, vb, k, ka, kb)))
    distance = np.linalg.norm(va[:k] - vb[:k])
    scale = distance / k
    gradients = []
    for which in (0, 1):
        z, own, other = (zs, va, vb) if which == 0 else (zt, vb, va)
        gradient = np.zeros_like(z)
        vectors = np.linalg.svd(with_ones(z), full_matrices=False)[2]
        top = min(k, ra if which == 0 else rb)
        a = with_ones(z)
        for i in range(z.shape[0]):
            for c in range(z.shape[1]):
                moved = z.astype(complex)
                h = STEP * max(1e-300, np.abs(z).max())
                moved[i, c] += 1j * h
                pair = (moved, zt) if which == 0 else (zs, moved)
                by_angle = np.imag(dare_parts(*pair, va, vb, k, ka, kb)) / h
                # An eigenvalue |A v|^2 moves by 2 (A v)_i v_c.
                by_scale = sum(
                    (own[m] - other[m]) * 2 * (a[i] @ vectors[m]) * vectors[m][c + 1] for m in range(top)
                ) / (k * distance) if distance > 0 else 0
                gradient[i, c] = w_angle * by_angle + w_scale * by_scale
        gradients.append(gradient)
    gap = min(
        [1.0] + [1 - v[m] / v[m - 1] for v, r, kk in ((va, ra, ka), (vb, rb, kb)) for m in range(1, kk + 1) if m < len(v)]
    )
    return dict(
        name=name, zs=zs.tolist(), zt=zt.tolist(), threshold=threshold, angle_weight=w_angle, scale_weight=w_scale,
        kept=k, angle=angle, scale=scale, loss=w_angle * angle + w_scale * scale, source_gradient=gradients[0].tolist(),
        target_gradient=gradients[1].tolist(), gap=gap,
    )


def dares(rng):
    relu = lambda n, p, shift=0.3: np.maximum(0, rng.normal(size=(n, p)) + shift)
    cases = [
        dare("two and two", relu(2, 5, 1.5), relu(2, 5, 1.5)),
        dare("two and nine", relu(2, 6, 1.5), relu(9, 6)),
        dare("more samples than features", relu(14, 5), relu(11, 5)),
        dare("fewer samples than features", relu(7, 12), relu(9, 12)),
        dare("one feature", relu(6, 1, 1.0), relu(5, 1, 1.0)),
        dare("low threshold", relu(12, 8), relu(10, 8), 0.3),
        dare("high threshold", relu(12, 8), relu(10, 8), 0.999),
        dare("other weights", relu(12, 8), relu(10, 8), 0.9, 1.0, 0.5),
        dare("features of 1e3", 1e3 * relu(9, 7), 1e3 * relu(9, 7)),
        dare("features of 1e-2", 1e-2 * relu(9, 7), 1e-2 * relu(9, 7)),
        dare("very unlike", 30 * relu(9, 7), 0.1 * relu(6, 7)),
    ]
    zs, zt = relu(9, 8), relu(8, 8)
    zs[:, 2] = 0
    zt[:, 5] = 0
    zs[:, 6] = zt[:, 6] = 0
    cases.append(dare("dead features", zs, zt))
    zs, zt = relu(9, 8), relu(8, 8)
    zs[3], zs[5], zt[1] = zs[0], zs[0], zt[6]
    cases.append(dare("equal rows", zs, zt))
    zs, zt = relu(9, 8), relu(8, 8)
    zs[:, 4] = 2 * zs[:, 1]
    zt[:, 7] = zt[:, 0] + zt[:, 3]
    cases.append(dare("dependent features", zs, zt))
    zs = np.repeat(relu(1, 6, 1.0), 5, 0)
    cases.append(dare("one row again and again", zs, relu(7, 6)))
    return cases


# ---------------------------------------------------------------- training


def l1(rng):
    cases = []
    for n, scale in ((1, 0.1), (2, 1e6), (9, 1e-9)):
        y, p, q = scale * rng.normal(size=(n, 2)), scale * rng.normal(size=(n, 2)), simplex(rng, n)
        p[0, 0] = y[0, 0]
        cases.append(
            dict(
                predictions=p.tolist(), labels=y.tolist(), q=q.tolist(),
                value=float((q * np.abs(p - y).sum(1)).sum()), gradient=(q[:, None] * np.sign(p - y)).tolist(),
            )
        )
    return cases


def adam(rng):
    """Ten steps of Adam along a cosine, in double; gradients from 1e-9 to 1e6, and some that are 0."""
    n, steps, start = 12, 10, 3e-3
    x = rng.normal(size=n).astype(np.float32).astype(float)
    first = x.copy()
    m, v = np.zeros(n), np.zeros(n)
    gradients, rates = [], []
    size = 10.0 ** rng.uniform(-9, 6, n)
    size[:2] = 0
    for t in range(1, steps + 1):
        g = (size * rng.normal(size=n)).astype(np.float32).astype(float)
        rate = 0.5 * start * (1 + np.cos(np.pi * (t - 1) / steps))
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        x = x - rate * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        gradients.append(g.tolist())
        rates.append(rate)
    return dict(start=first.tolist(), learning_rate=start, steps=steps, gradients=gradients, rates=rates, end=x.tolist())


def angles(rng):
    """By Kahan's formula; pairs from equal through tiny differences to opposite."""
    pairs = [(0.0, 0.0, 0.0, 0.0), (0.3, -0.2, 0.3, -0.2), (np.pi / 2, 0.4, np.pi / 2, -1.0), (-np.pi / 2, 0, np.pi / 2, 0),
             (0.2, 0.1, -0.2, 0.1 + np.pi), (0.5, 0.5, 0.5 + 1e-9, 0.5), (0.5, 0.5, 0.5, 0.5 - 1e-12), (1.2, 3.0, -1.4, -3.1)]
    pairs += [tuple(rng.uniform(-1.5, 1.5, 4)) for _ in range(8)]
    pairs += [(a, b, a + 1e-7 * rng.normal(), b + 1e-7 * rng.normal()) for a, b in rng.uniform(-1, 1, (4, 2))]

    def direction(p, y):
        return np.array([-np.cos(p) * np.sin(y), -np.sin(p), -np.cos(p) * np.cos(y)])

    cases = []
    for pa, ya, pb, yb in pairs:
        # |a - b|^2 = 4 (sin^2(dp/2) + cos pa cos pb sin^2(dy/2)), and |a + b|^2 the same way: no cancellation.
        h = np.sin((pa - pb) / 2) ** 2 + np.cos(pa) * np.cos(pb) * np.sin((ya - yb) / 2) ** 2
        g = np.linalg.norm(direction(pa, ya) + direction(pb, yb)) / 2
        cases.append(dict(pair=[pa, ya, pb, yb], radians=2 * np.arctan2(np.sqrt(max(h, 0)), g)))
    return cases


def main():
    seed = int(sys.argv[1])
    rng = np.random.default_rng(seed)
    everything = dict(
        seed=seed, rectangles=rectangles(rng), weights=weights(rng), mixtures=mixtures(rng), pcod=pcods(rng),
        daregram=dares(rng), l1=l1(rng), adam=adam(rng), angles=angles(rng),
    )
    with open(sys.argv[2], "w") as out:
        json.dump(everything, out)


if __name__ == "__main__":
    main()
