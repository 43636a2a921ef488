"""Makes the networks that tests load as somebody else's: exported by PyTorch, not by us.

    python make_foreign_backbones.py ../resources/io/gazeshift/backbone

Needs torch alone. Every file maps [n, 3, 16, 16] to 6 features; foreign/expected.json has what
PyTorch gave for two patches whose i-th number is sin(0.37 i). network/*.safetensors hold weights
of small networks of our architectures, an image and what PyTorch makes of it.
"""

import json
import struct
import sys
from pathlib import Path

import torch
from torch import nn

SIDE = 16


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.bn = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 6)

    def forward(self, x):
        return self.fc(torch.relu(self.bn(self.conv(x))).mean((2, 3)))


class WithGaze(nn.Module):
    """Features and a second thing, as many training codes return them."""

    def __init__(self, small):
        super().__init__()
        self.small = small
        self.gaze = nn.Linear(6, 2)

    def forward(self, x):
        features = self.small(x)
        return features, self.gaze(features)


class Named(WithGaze):
    def forward(self, x):
        features = self.small(x)
        return {"features": features, "gaze": self.gaze(features)}


class OneOnly(nn.Module):
    """Written for a batch of one."""

    def __init__(self, small):
        super().__init__()
        self.small = small

    def forward(self, x):
        return self.small(x).reshape(1, 6)


class Unpooled(nn.Module):
    def __init__(self, small):
        super().__init__()
        self.conv = small.conv

    def forward(self, x):
        return self.conv(x)


class TwoInputs(nn.Module):
    def __init__(self, small):
        super().__init__()
        self.small = small

    def forward(self, left, right):
        return self.small(left) + self.small(right)


def settle(module):
    """Statistics as after training, not zeros and ones."""
    for m in module.modules():
        if isinstance(m, nn.BatchNorm2d):
            m.running_mean.normal_(0, 0.2)
            m.running_var.uniform_(0.5, 1.5)
            m.weight.data.uniform_(0.5, 1.5)
            m.bias.data.normal_(0, 0.2)
    return module.eval()


def patches(count):
    n = count * 3 * SIDE * SIDE
    return torch.sin(0.37 * torch.arange(n, dtype=torch.float64)).float().view(count, 3, SIDE, SIDE)


def save_script(script, file):
    """Saves without the places in source files, which are those of whoever runs this."""
    script.save(str(file))
    reader = torch._C.PyTorchFileReader(str(file))
    records = {n: reader.get_record(n) for n in reader.get_all_records() if "debug_pkl" not in n}
    del reader
    writer = torch._C.PyTorchFileWriter(str(file))
    for name, data in records.items():
        if name not in ("version", "byteorder", ".data/serialization_id"):
            writer.write_record(name, data, len(data))
    writer.write_end_of_file()


def save_onnx(module, file, opset, names, outputs=None, axes=None):
    # The package onnx is asked for only to add functions we do not use.
    import torch.onnx._internal.torchscript_exporter.onnx_proto_utils as utils

    utils._add_onnxscript_fn = lambda model, custom: model
    torch.onnx.export(
        module,
        patches(1),
        str(file),
        dynamo=False,
        opset_version=opset,
        input_names=names,
        output_names=outputs,
        dynamic_axes=axes,
    )


def foreign(folder):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    small = settle(Small())
    gaze = WithGaze(small).eval()
    named = Named(small).eval()
    named.gaze = gaze.gaze
    one = patches(1)
    save_script(torch.jit.trace(small, one), folder / "traced.pt")
    save_script(torch.jit.script(gaze), folder / "tuple.pt")
    save_script(torch.jit.script(named), folder / "named.pt")
    save_script(torch.jit.trace(OneOnly(small).eval(), one), folder / "one-only.pt")
    save_script(torch.jit.trace(Unpooled(small).eval(), one), folder / "unpooled.pt")
    save_script(torch.jit.script(TwoInputs(small).eval()), folder / "two-inputs.pt")
    torch.save(small.state_dict(), folder / "weights-only.pt")
    save_onnx(small, folder / "fixed-batch-opset11.onnx", 11, ["input.1"])
    save_onnx(
        gaze,
        folder / "two-outputs-opset18.onnx",
        18,
        ["x.3"],
        ["feat", "gaze"],
        {"x.3": {0: "batch_size", 2: "height", 3: "width"}, "feat": {0: "batch_size"}},
    )
    expected = {"features": small(patches(2)).flatten().tolist()}
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")


class Block(nn.Module):
    """torchvision's basic block, or its bottleneck where expansion is 4."""

    def __init__(self, inputs, width, stride, expansion):
        super().__init__()
        self.bottleneck = expansion == 4
        outputs = width * expansion
        if self.bottleneck:
            self.conv1 = nn.Conv2d(inputs, width, 1, bias=False)
            self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
            self.conv3 = nn.Conv2d(width, outputs, 1, bias=False)
            self.bn3 = nn.BatchNorm2d(outputs)
        else:
            self.conv1 = nn.Conv2d(inputs, width, 3, stride, 1, bias=False)
            self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x):
        y = self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x)))))
        if self.bottleneck:
            y = self.bn3(self.conv3(torch.relu(y)))
        return torch.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Module):
    def __init__(self, width, depths, expansion):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        inputs = width
        self.stages = []
        for i, depth in enumerate(depths):
            blocks = []
            for j in range(depth):
                stride = 2 if i > 0 and j == 0 else 1
                blocks.append(Block(inputs, width << i, stride, expansion))
                inputs = (width << i) * expansion
            self.stages.append(f"layer{i + 1}")
            setattr(self, f"layer{i + 1}", nn.Sequential(*blocks))
        self.channels = inputs

    def map(self, x):
        x = self.maxpool(torch.relu(self.bn1(self.conv1(x))))
        for stage in self.stages:
            x = getattr(self, stage)(x)
        return x

    def forward(self, x):
        return self.map(x).mean((2, 3))


class EncoderLayer(nn.TransformerEncoderLayer):
    def forward(self, src, pos):
        q = src + pos
        src = self.norm1(src + self.self_attn(q, q, src, need_weights=False)[0])
        return self.norm2(src + self.linear2(torch.relu(self.linear1(src))))


class Hybrid(nn.Module):
    def __init__(self, width, depths, token_width, blocks, heads, hidden, cells):
        super().__init__()
        self.base_model = ResNet(width, depths, 1)
        self.base_model.conv = nn.Sequential(
            nn.Conv2d(self.base_model.channels, token_width, 1),
            nn.BatchNorm2d(token_width),
            nn.ReLU(),
        )
        self.encoder = nn.Module()
        self.encoder.layers = nn.ModuleList(
            EncoderLayer(token_width, heads, hidden, 0, batch_first=True) for _ in range(blocks)
        )
        self.encoder.norm = nn.LayerNorm(token_width)
        self.cls_token = nn.Parameter(torch.randn(1, 1, token_width))
        self.pos_embedding = nn.Embedding(cells + 1, token_width)

    def forward(self, x):
        x = self.base_model.conv(self.base_model.map(x))
        x = x.flatten(2).transpose(1, 2)
        x = torch.cat([self.cls_token.expand(x.size(0), -1, -1), x], 1)
        for layer in self.encoder.layers:
            x = layer(x, self.pos_embedding.weight)
        return self.encoder.norm(x)[:, 0]


def save_safetensors(file, tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        raw = tensor.detach().contiguous().float().numpy().tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(struct.pack("<Q", len(text)) + text + data)


def reference(file, module):
    for p in module.parameters():
        if p.dim() == 1:
            p.data.add_(0.1 * torch.randn_like(p))
    settle(module)
    image = torch.randn(2, 3, 32, 32)
    tensors = {k: v for k, v in module.state_dict().items() if "num_batches" not in k}
    with torch.no_grad():
        save_safetensors(file, {**tensors, "image": image, "features": module(image)})


def main():
    folder = Path(sys.argv[1])
    foreign(folder / "foreign")
    networks = folder / "network"
    networks.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(2)
    reference(networks / "basic.safetensors", ResNet(4, [2, 1], 1))
    reference(networks / "bottleneck.safetensors", ResNet(4, [2, 1], 4))
    reference(networks / "hybrid.safetensors", Hybrid(4, [1, 1], 8, 2, 2, 12, 16))


main()
