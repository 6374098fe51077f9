"""Record MindSpore's layers in layers_*.json: Parameters, results, gradients, printed form.

Usage, with a Python that has mindspore: `python record_layers.py`. tests/nn/test_layers.py uses
`describe` to do the same under msjax.

A case is a constructor expression and the inputs: shapes of float32 data, Python values or their
expressions.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np

IDS = [[0, 3], [1, 4]]
POSITIVE = "ms.Tensor([[0.5, 1.0, 2.0], [3.0, 0.25, 1.5]])"
VALUES = "ms.Tensor([1.0, 2.5])"
SPARSE = "ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1.0, 2.0]), (3, 4))"
_PAIR = (3, 2, 8), (4, 2, 8)
CASES = {
    "general": [
        ("nn.Dense(3, 4)", (2, 3)),
        ("nn.Dense(3, 4, has_bias=False, activation='relu')", (2, 5, 3)),
        ("nn.Dense(3, 4, activation=nn.Tanh())", (3,)),
        ("nn.Dense(3, 4)", (2, 5)),
        ("nn.Linear(3, 4)", (2, 3)),
        ("nn.Linear(3, 4, bias=False)", (2, 3)),
        ("nn.BiDense(3, 2, 4)", (5, 3), (5, 2)),
        ("nn.BiDense(3, 2, 4, has_bias=False)", (2, 5, 3), (2, 5, 2)),
        ("nn.BiDense(3, 2, 4)", (5, 3), (5, 3)),
        ("nn.Flatten()", (2, 3, 4)),
        ("nn.Flatten(0, 1)", (2, 3, 4)),
        ("nn.Flatten(3)", (2, 3, 4)),
        ("nn.Identity(1, a=2)", (2, 3)),
        ("nn.Identity()", (2,)),
        ("nn.Unflatten(1, (2, 3))", (4, 6)),
        ("nn.Unflatten(-1, [3, 2])", (4, 6)),
        ("nn.Pad(((0, 0), (1, 2)))", (2, 3)),
        ("nn.Pad(((0, 0), (1, 2)), mode='REFLECT')", (2, 3)),
        ("nn.Pad(((1, 1), (1, 2)), mode='SYMMETRIC')", (2, 3)),
        ("nn.Dropout(p=0.0)", (2, 3)),
        ("nn.Dropout(1.0)", (2, 3)),
        ("nn.Norm()", (2, 3)),
        ("nn.Norm(axis=0, keep_dims=True)", (2, 3)),
        ("nn.L1Regularizer(0.5)", (2, 3)),
        ("nn.Tril()", (3, 3)),
        ("nn.Triu()", (3, 4)),
        ("nn.ClipByNorm()", (3, 3), 1.0),
        ("nn.ClipByNorm()", (2, 5), 20.0),
        ("nn.OneHot(depth=5)", IDS),
        ("nn.OneHot(axis=0, depth=5, on_value=2.0, off_value=-1.0)", IDS),
        ("nn.ChannelShuffle(2)", (1, 4, 2, 3)),
        ("nn.TimeDistributed(nn.Dense(3, 2), time_axis=1, reshape_with_axis=0)", (2, 4, 3)),
        ("nn.TimeDistributed(nn.Dense(3, 2), time_axis=0)", (2, 4, 3)),
        (
            "nn.TimeDistributed(nn.Conv2d(2, 3, 3), time_axis=1, reshape_with_axis=0)",
            (2, 3, 2, 4, 4),
        ),
        ("nn.DenseBnAct(3, 4, has_bn=True, activation='relu')", (5, 3)),
        ("nn.DenseBnAct(3, 4, activation='leakyrelu', alpha=0.3)", (5, 3)),
        ("nn.Upsample(scale_factor=2.0, recompute_scale_factor=True)", (1, 2, 3, 3)),
    ],
    "images": [
        ("nn.SSIM()", (2, 3, 12, 13), (2, 3, 12, 13)),
        ("nn.SSIM(2.0, 5, 0.5, 0.1, 0.2)", (1, 1, 7, 6), (1, 1, 7, 6)),
        ("nn.SSIM(1, 3)", (1, 2, 5, 6), (1, 2, 5, 6)),
        ("nn.MSSSIM(power_factors=(0.4, 0.6), filter_size=3)", (1, 2, 8, 9), (1, 2, 8, 9)),
        ("nn.MSSSIM(2.0, (1.0,), 3, 0.7, 0.2, 0.1)", (2, 1, 4, 5), (2, 1, 4, 5)),
        ("nn.MSSSIM(1, [0.2, 0.3, 0.5], 2)", (1, 1, 8, 8), (1, 1, 8, 8)),
        ("nn.PSNR()", (2, 3, 4, 5), (2, 3, 4, 5)),
        ("nn.PSNR(255)", (2, 1, 4, 5), (2, 1, 4, 5)),
        ("nn.PSNR(0.5)", (1, 3, 2, 2), (1, 3, 2, 2)),
        ("nn.ImageGradients()", (2, 1, 3, 4)),
        ("nn.ImageGradients()", (1, 3, 2, 2)),
        ("nn.ImageGradients()", (1, 2, 5, 1)),
        ("nn.CentralCrop(0.5)", (2, 3, 7, 5)),
        ("nn.PixelShuffle(2)", (2, 8, 2, 3)),
        ("nn.PixelShuffle(1)", (2, 3, 2)),
        ("nn.PixelShuffle(3)", (9, 2, 1)),
        ("nn.PixelUnshuffle(2)", (2, 2, 4, 6)),
        ("nn.PixelUnshuffle(3)", (1, 3, 6)),
        ("nn.PixelUnshuffle(1)", (2, 1, 2, 3)),
        ("nn.Upsample(size=(4, 5), mode='bilinear', align_corners=True)", (1, 2, 2, 3)),
        ("nn.Upsample(scale_factor=2.0, mode='area')", (1, 2, 2, 3)),
        ("nn.Upsample(size=7, mode='linear')", (1, 2, 3)),
        ("nn.Upsample(size=(4, 5), mode='bicubic')", (1, 2, 2, 3)),
    ],
    "embedding": [
        ("nn.Embedding(5, 4)", IDS),
        ("nn.Embedding(5, 4, padding_idx=3)", IDS),
        ("nn.Embedding(5, 4, use_one_hot=True)", IDS),
        ("nn.EmbeddingLookup(5, 4)", IDS),
        ("nn.EmbeddingLookup(5, 4, target='DEVICE')", IDS),
    ],
    "conv": [
        ("nn.Conv2d(2, 4, 3)", (2, 2, 7, 6)),
        ("nn.Conv2d(2, 4, 3, stride=2, has_bias=True)", (2, 2, 7, 6)),
        ("nn.Conv2d(2, 4, (3, 2), pad_mode='valid', dilation=2, group=2)", (2, 2, 7, 6)),
        ("nn.Conv2d(2, 4, 3, pad_mode='pad', padding=(1, 0, 2, 1), has_bias=True)", (2, 2, 7, 6)),
        ("nn.Conv2d(2, 4, 3)", (2, 3, 7, 6)),
        ("nn.Conv2d(2, 4, 3)", (2, 7, 6)),
        ("nn.Conv1d(2, 4, 3)", (2, 2, 7)),
        ("nn.Conv1d(2, 4, 3, stride=2, pad_mode='pad', padding=1, has_bias=True)", (2, 2, 7)),
        ("nn.Conv1d(2, 4, 3)", (2, 7)),
        ("nn.Conv1d(2, 4, 3, pad_mode='valid', dilation=2, group=2)", (2, 2, 7)),
        ("nn.Conv3d(2, 4, 3)", (1, 2, 4, 5, 3)),
        ("nn.Conv3d(2, 4, (2, 1, 3), pad_mode='valid', has_bias=True)", (1, 2, 4, 5, 3)),
        ("nn.Conv3d(2, 4, 2, pad_mode='pad', padding=1, group=2, has_bias=True)", (1, 2, 4, 5, 3)),
        ("nn.Conv2dTranspose(2, 4, 3)", (2, 2, 4, 5)),
        ("nn.Conv2dTranspose(2, 4, 3, stride=2, has_bias=True)", (2, 2, 4, 5)),
        ("nn.Conv2dTranspose(2, 4, 2, stride=3, pad_mode='valid')", (2, 2, 4, 5)),
        (
            "nn.Conv2dTranspose(2, 4, 3, stride=2, pad_mode='pad', padding=1, output_padding=1, "
            "has_bias=True)",
            (2, 2, 4, 5),
        ),
        ("nn.Conv2dTranspose(2, 4, 3, group=2)", (2, 2, 4, 5)),
        ("nn.Conv1dTranspose(2, 4, 3)", (2, 2, 5)),
        (
            "nn.Conv1dTranspose(2, 4, 3, stride=2, pad_mode='pad', padding=1, has_bias=True)",
            (2, 2, 5),
        ),
        ("nn.Conv1dTranspose(2, 4, 3, pad_mode='valid', dilation=2)", (2, 2, 5)),
        ("nn.Conv3dTranspose(2, 4, 3)", (1, 2, 3, 4, 2)),
        (
            "nn.Conv3dTranspose(2, 4, 3, 2, 'pad', 1, output_padding=1, has_bias=True)",
            (1, 2, 3, 4, 2),
        ),
        ("nn.Conv3dTranspose(2, 4, 2, stride=2, pad_mode='valid', has_bias=True)", (1, 2, 3, 4, 2)),
        ("nn.Conv2dBnAct(2, 4, 3, has_bn=True, activation='relu')", (2, 2, 5, 4)),
        ("nn.Conv2dBnAct(2, 4, 3, has_bias=True, activation='hswish')", (2, 2, 5, 4)),
    ],
    "normalization": [
        ("nn.BatchNorm1d(3)", (4, 3)),
        ("nn.BatchNorm1d(3, eps=1e-3, momentum=0.7)", (4, 3, 5)),
        ("nn.BatchNorm1d(3, gamma_init=0.5, use_batch_statistics=True)", (4, 3)),
        ("nn.BatchNorm2d(3)", (4, 3, 2, 5)),
        ("nn.BatchNorm2d(3, affine=False, use_batch_statistics=True)", (4, 3, 2, 5)),
        ("nn.BatchNorm2d(3, use_batch_statistics=False)", (4, 3, 2, 5)),
        ("nn.BatchNorm2d(3)", (4, 3, 2)),
        ("nn.BatchNorm2d(3)", (4, 2, 2, 5)),
        ("nn.BatchNorm3d(3)", (2, 3, 2, 2, 3)),
        ("nn.BatchNorm3d(3, momentum=0.5)", (2, 3, 2, 2, 3)),
        ("nn.BatchNorm3d(3, affine=False, use_batch_statistics=False)", (2, 3, 2, 2, 3)),
        ("nn.SyncBatchNorm(3)", (4, 3, 2, 5)),
        ("nn.SyncBatchNorm(3, momentum=0.5)", (4, 3)),
        ("nn.SyncBatchNorm(3, eps=1e-2, affine=False)", (4, 3, 2, 5)),
        ("nn.LayerNorm((4,))", (2, 3, 4)),
        ("nn.LayerNorm([3, 4], 1, 1, epsilon=1e-3)", (2, 3, 4)),
        ("nn.LayerNorm((3, 4), 1, 1, 0.5, 'ones', 0.1)", (2, 3, 4)),
        ("nn.LayerNorm((4,))", (2, 3)),
        ("nn.GroupNorm(2, 4)", (2, 4, 3, 2)),
        ("nn.GroupNorm(4, 4, eps=1e-3, affine=False)", (2, 4, 3)),
        ("nn.GroupNorm(1, 3, gamma_init='zeros')", (2, 3, 4)),
        ("nn.LRN(2)", (1, 6, 2, 2)),
        ("nn.LRN(1, 2.0, 0.5, 0.75)", (1, 6, 2, 2)),
    ],
    "pooling": [
        ("nn.MaxPool2d(2, 2)", (2, 3, 6, 4)),
        ("nn.MaxPool2d((3, 2), (2, 1), 'same')", (2, 3, 5, 4)),
        ("nn.MaxPool2d(3, 2, 'pad', padding=1)", (2, 3, 5, 4)),
        ("nn.MaxPool2d(3, 2, 'pad', 1, 1, True, True)", (3, 6, 4)),
        ("nn.MaxPool2d(2, 1, 'pad', dilation=2)", (2, 3, 5, 4)),
        ("nn.MaxPool2d(9, 1)", (2, 3, 5, 4)),
        ("nn.MaxPool1d(3, 2)", (2, 3, 8)),
        ("nn.MaxPool1d(3, 2, 'same')", (3, 8)),
        ("nn.MaxPool1d(3, 2, 'pad', 1, 1, True)", (2, 3, 8)),
        ("nn.MaxPool3d(2, 2)", (2, 3, 4, 4, 6)),
        ("nn.MaxPool3d(3, 2, 'same')", (3, 4, 5, 6)),
        ("nn.MaxPool3d(3, 2, 'pad', 1)", (2, 3, 4, 4, 6)),
        ("nn.MaxPool3d(2, 2, 'pad', 1, return_indices=True)", (2, 3, 4, 4, 6)),
        ("nn.AvgPool2d(2, 2)", (2, 3, 6, 4)),
        ("nn.AvgPool2d(3, 2, 'same')", (3, 5, 4)),
        ("nn.AvgPool2d(3, 2, 'pad', 1)", (2, 3, 5, 4)),
        ("nn.AvgPool2d(3, 2, 'pad', 1, True, False)", (2, 3, 5, 4)),
        ("nn.AvgPool2d(2, 2, divisor_override=3)", (2, 3, 6, 4)),
        ("nn.AvgPool2d(9, 1)", (2, 3, 5, 4)),
        ("nn.AvgPool1d(3, 2)", (2, 3, 8)),
        ("nn.AvgPool1d(8)", (2, 3, 8)),
        ("nn.AvgPool1d(3, 2, 'same')", (3, 8)),
        ("nn.AvgPool1d(3, 2, 'pad', 1, True)", (2, 3, 8)),
        ("nn.AvgPool3d(2, 2)", (2, 3, 4, 4, 6)),
        ("nn.AvgPool3d(3, 2, 'same')", (3, 4, 5, 6)),
        ("nn.AvgPool3d(3, 2, 'pad', 1, False, False)", (2, 3, 4, 4, 6)),
        ("nn.AdaptiveAvgPool1d(4)", (2, 3, 8)),
        ("nn.AdaptiveAvgPool1d(3)", (2, 3, 8)),
        ("nn.AdaptiveAvgPool1d(8)", (2, 3, 8)),
        ("nn.AdaptiveAvgPool1d(1)", (2, 3, 8)),
        ("nn.AdaptiveAvgPool2d((3, None))", (2, 3, 5, 4)),
        ("nn.AdaptiveAvgPool2d(5)", (2, 3, 5, 4)),
        ("nn.AdaptiveAvgPool2d(1)", (3, 5, 4)),
        ("nn.AdaptiveAvgPool3d(2)", (2, 3, 5, 4, 6)),
        ("nn.AdaptiveAvgPool3d((2, None, 3))", (3, 5, 4, 6)),
        ("nn.AdaptiveAvgPool3d(1)", (2, 3, 5, 4, 6)),
        ("nn.AdaptiveMaxPool1d(4)", (2, 3, 8)),
        ("nn.AdaptiveMaxPool1d(1)", (2, 3, 8)),
        ("nn.AdaptiveMaxPool1d(8)", (2, 3, 8)),
        ("nn.AdaptiveMaxPool2d(3)", (2, 3, 5, 4)),
        ("nn.AdaptiveMaxPool2d((2, 3), True)", (3, 5, 4)),
        ("nn.AdaptiveMaxPool2d((None, 2))", (2, 3, 5, 4)),
        ("nn.AdaptiveMaxPool3d(2)", (2, 3, 5, 4, 6)),
        ("nn.AdaptiveMaxPool3d((1, 2, 3), True)", (3, 5, 4, 6)),
        ("nn.AdaptiveMaxPool3d(1)", (2, 3, 5, 4, 6)),
        (
            "nn.FractionalMaxPool3d(2, (2, 2, 3), _random_samples=ms.Tensor([[[.3, .7, .5]]]))",
            (1, 1, 4, 5, 6),
        ),
        (
            "nn.FractionalMaxPool3d(2, output_ratio=(.5, .5, .6), return_indices=True, "
            "_random_samples=ms.Tensor([[[.3, .7, .1]]]))",
            (1, 1, 4, 5, 6),
        ),
        ("nn.FractionalMaxPool3d(2, 2, _random_samples=ms.Tensor([[[.2, .7, .5]]]))", (1, 4, 5, 6)),
        ("nn.LPPool1d(2, 3)", (2, 3, 8)),
        ("nn.LPPool1d(1, 2, 1)", (3, 8)),
        ("nn.LPPool1d(4.0, 3, 2, True)", (2, 3, 8)),
        ("nn.LPPool2d(1, (2, 3))", (2, 3, 6, 5)),
        ("nn.LPPool2d(4.0, 3, 2, True)", (2, 3, 6, 5)),
        ("nn.LPPool2d(2, 3, 2)", (2, 3, 6, 5)),
        ("nn.MaxUnpool2d(2)", (1, 1, 1, 2), [[[[0, 7]]]]),
        ("nn.MaxUnpool2d((2, 1), 2, 0)", (1, 1, 1, 2), [[[[0, 3]]]]),
        ("nn.MaxUnpool2d(2)", (1, 1, 2), [[[0, 5]]]),
        ("nn.MaxUnpool2d(2)", (1, 2), [[0, 5]]),
        ("nn.MaxUnpool1d(2)", (1, 1, 2), [[[0, 3]]]),
        ("nn.MaxUnpool1d(3, stride=2)", (1, 2), [[1, 4]]),
        ("nn.MaxUnpool1d(3, 2, 1)", (1, 1, 2), [[[0, 2]]]),
        ("nn.MaxUnpool3d(2)", (1, 1, 1, 1, 2), [[[[[0, 7]]]]]),
        ("nn.MaxUnpool3d(2, 1)", (1, 1, 2, 1), [[[[0], [5]]]]),
        ("nn.MaxUnpool3d(3, 2, 1)", (1, 1, 1, 2, 1), [[[[[0], [2]]]]]),
    ],
    "activation": [
        *(
            (f"nn.{n}()", (3, 4))
            for n in (
                "ReLU ReLU6 LeakyReLU ELU CELU SiLU Tanh Tanhshrink Hardtanh GELU FastGelu "
                "Sigmoid Softsign PReLU HSwish HSigmoid LogSigmoid SoftShrink HShrink Mish GLU "
                "Softmax Softmin LogSoftmax"
            ).split()
        ),
        ("nn.LeakyReLU(0.5)", (3, 4)),
        ("nn.CELU(2.0)", (3, 4)),
        ("nn.ELU(2.0)", (3, 4)),
        ("nn.Hardtanh(-0.5, 0.25)", (3, 4)),
        ("nn.GELU(approximate=False)", (3, 4)),
        ("nn.PReLU(3, 0.5)", (2, 3, 4)),
        ("nn.PReLU(2, [0.5, 0.25])", (2, 3, 4)),
        ("nn.SoftShrink(0.1)", (3, 4)),
        ("nn.HShrink(0.1)", (3, 4)),
        ("nn.Threshold(0.1, 20)", (3, 4)),
        ("nn.GLU(0)", (2, 4)),
        ("nn.Softmax(0)", (3, 4)),
        ("nn.Softmax(5)", (3, 4)),
        ("nn.Softmin(0)", (3, 4)),
        ("nn.LogSoftmax(0)", (3, 4)),
        ("nn.Softmax2d()", (2, 3, 2, 2)),
        ("nn.Softmax2d()", (2, 3)),
        ("nn.get_activation('gelu')", (3, 4)),
    ],
    "padding": [
        ("nn.ConstantPad1d(1, 5)", (2, 3)),
        ("nn.ConstantPad1d((2, 1), 0.5)", (1, 2, 3)),
        ("nn.ConstantPad2d((1, 1, 0, 2), 5)", (1, 2, 3, 3)),
        ("nn.ConstantPad2d(1, 5)", (2, 3)),
        ("nn.ConstantPad3d(1, 5)", (1, 2, 3, 2, 2)),
        ("nn.ConstantPad3d((1, 0, 0, 1, 1, 1), 5)", (2, 3, 2, 2)),
        ("nn.ZeroPad2d((1, 2, 0, 1))", (1, 2, 3, 3)),
        ("nn.ZeroPad2d(2)", (2, 3, 3)),
        ("nn.ReflectionPad1d(1)", (2, 3)),
        ("nn.ReflectionPad1d((2, 1))", (1, 2, 3)),
        ("nn.ReflectionPad2d(1)", (1, 2, 3, 3)),
        ("nn.ReflectionPad2d((1, 0, 2, 1))", (2, 3, 3)),
        ("nn.ReflectionPad3d(1)", (1, 2, 3, 3, 3)),
        ("nn.ReflectionPad3d((1, 0, 0, 1, 1, 1))", (2, 3, 3, 3)),
        ("nn.ReflectionPad3d(2)", (1, 1, 3, 4, 3)),
        ("nn.ReplicationPad1d(1)", (2, 3)),
        ("nn.ReplicationPad1d((2, 1))", (1, 2, 3)),
        ("nn.ReplicationPad2d(1)", (2, 3, 3)),
        ("nn.ReplicationPad2d((1, 0, 2, 1))", (1, 2, 3, 3)),
        ("nn.ReplicationPad3d(1)", (2, 3, 2, 2)),
    ],
    "math": [
        ("nn.ReduceLogSumExp(1)", (2, 3)),
        ("nn.ReduceLogSumExp((0, 1), True)", (2, 3)),
        ("nn.Range(1, 6, 2)",),
        ("nn.Range(0.5, 2)",),
        ("nn.LGamma()", (3, 4)),
        ("nn.DiGamma()", (3, 4)),
        ("nn.Moments()", (2, 3)),
        ("nn.Moments(axis=(0, 2), keep_dims=True)", (2, 3, 4)),
        ("nn.MatMul()", (2, 3), (3, 4)),
        ("nn.MatMul(True, True)", (2, 3, 4), (2, 5, 3)),
    ],
    "rest": [
        ("nn.DiceLoss(0.5)", (2, 3), (2, 3)),
        ("nn.Dropout(p=0.0)", (2, 3, 4)),
        ("nn.Dropout1d(0.0)", (2, 3, 2)),
        ("nn.Dropout1d(0.0)", (3, 2)),
        ("nn.Dropout1d(1.0)", (2, 3, 2)),
        ("nn.Dropout2d(0.0)", (2, 3, 2, 2)),
        ("nn.Dropout2d(0.0)", (3, 2, 2, 1)),
        ("nn.Dropout2d(1.0)", (2, 3, 2, 2)),
        ("nn.Dropout3d(0.0)", (2, 3, 2, 2, 1)),
        ("nn.Dropout3d(0.0)", (1, 1, 2, 2, 2)),
        ("nn.Dropout3d(1.0)", (2, 3, 2, 2, 1)),
        ("nn.Dropout2dExt(0.0)", (2, 3, 2, 2)),
        ("nn.Dropout2dExt(0.0)", (3, 2, 2)),
        ("nn.Dropout2dExt(0.0)", (1, 4, 1, 3)),
        ("nn.DropoutExt(0.0)", (2, 3)),
        ("nn.DropoutExt(0.0)", (4,)),
        ("nn.DropoutExt(1.0)", (2, 3)),
        ("nn.GaussianNLLLoss()", (2, 3), (2, 3), POSITIVE),
        ("nn.GaussianNLLLoss(full=True, reduction='sum')", (2, 3), (2, 3), POSITIVE),
        ("nn.GaussianNLLLoss(eps=0.9, reduction='none')", (2, 3), (2, 3), POSITIVE),
        ("nn.MultiClassDiceLoss()", (2, 3), (2, 3)),
        ("nn.MultiClassDiceLoss(ignore_indiex=1)", (2, 3), (2, 3)),
        ("nn.MultiClassDiceLoss(activation='sigmoid')", (2, 3), (2, 3)),
        ("nn.PReLUExt()", (2, 3)),
        ("nn.PReLUExt(3, 0.5)", (2, 3, 2)),
        ("nn.PReLUExt(2, -0.25)", (4, 2)),
        ("nn.RMSELoss()", (4,), (4,)),
        ("nn.RMSELoss()", (2, 1, 3), (2, 1, 3)),
        ("nn.SparseToDense()", SPARSE),
        ("nn.SparseToDense()", "ms.COOTensor(ms.Tensor([[1, 1]]), ms.Tensor([3.0]), (2, 2))"),
        ("nn.SparseToDense()", "ms.COOTensor(ms.Tensor([[2, 0]]), ms.Tensor([5.0]), (3, 1))"),
        ("nn.SparseTensorDenseMatmul()", "ms.Tensor([[0, 1], [1, 2]])", VALUES, "(3, 4)", (4, 2)),
        (
            "nn.SparseTensorDenseMatmul(adjoint_st=True)",
            "ms.Tensor([[0, 1], [1, 2]])",
            VALUES,
            "(3, 4)",
            (3, 2),
        ),
        (
            "nn.SparseTensorDenseMatmul(adjoint_dt=True)",
            "ms.Tensor([[0, 1], [1, 2]])",
            VALUES,
            "(3, 4)",
            (2, 4),
        ),
        *(
            (f"nn.TransformerEncoder(nn.TransformerEncoderLayer({sizes}), {layers})", (3, 2, 8))
            for sizes, layers in (("8, 2, 4, 0.0", "1"), ("8, 1, 6, 0.0, 'gelu'", "1, norm"))
        ),
        *(
            (f"nn.TransformerDecoder(nn.TransformerDecoderLayer({sizes}), {layers})", *_PAIR)
            for sizes, layers in (("8, 2, 4, 0.0", "1"), ("8, 1, 6, 0.0, 'gelu'", "1, norm"))
        ),
        ("nn.Transformer(8, 2, 1, 1, 4, 0.0, 'relu')", (4, 2, 8), (3, 2, 8)),
        ("nn.WithLossCell(nn.Dense(3, 2), nn.MSELoss())", (4, 3), (4, 2)),
        ("nn.WithLossCell(nn.Conv2d(1, 2, 3), nn.L1Loss('sum'))", (1, 1, 3, 4), (1, 2, 3, 4)),
        *(
            (f"nn.{wrapper}({network})", *shapes)
            for wrapper in ("WithEvalCell", "WithGradCell")
            for network, *shapes in (
                ("nn.Dense(3, 2), nn.MSELoss()", (4, 3), (4, 2)),
                ("nn.Conv2d(1, 2, 3), nn.L1Loss('sum')", (1, 1, 3, 4), (1, 2, 3, 4)),
                ("nn.Dense(3, 2, activation='tanh'), nn.MSELoss()", (4, 3), (4, 2)),
            )
        ),
    ],
}
REFUSED = [
    "nn.Dense(0, 4)",
    "nn.Dense(3, 4, activation=5)",
    "nn.Dense(3, 4, activation='xx')",
    "nn.Dense(3, 4, has_bias=1)",
    "nn.Dense(3, 4, weight_init=ms.Tensor([[1.0]]))",
    "nn.Conv2d(3, 4, 3, group=2)",
    "nn.Conv2d(3, 4, 0)",
    "nn.Conv2d(3, 4, 3, pad_mode='x')",
    "nn.Conv2d(3, 4, 3, pad_mode='PAD')",
    "nn.Conv2d(3, 4, 3, padding=1)",
    "nn.Conv2d(3, 4, '3')",
    "nn.Conv2d(3, 4, (3, 3, 3))",
    "nn.Conv2d(3.0, 4, 3)",
    "nn.Conv2d(3, 4, 3, stride=0)",
    "nn.Conv1d(3, 4, (3,))",
    "nn.Conv3d(3, 4, 3, padding=(1, 1))",
    "nn.Conv2dTranspose(3, 4, 3, padding=(1, 1), pad_mode='pad')",
    "nn.Embedding(5, 4, padding_idx=5)",
    "nn.Embedding(5.0, 4)",
    "nn.EmbeddingLookup(5, 4, sparse=False)",
    "nn.BatchNorm2d(0)",
    "nn.BatchNorm2d(3.0)",
    "nn.BatchNorm2d(3, momentum=1.1)",
    "nn.BatchNorm2d(3, use_batch_statistics=2)",
    "nn.LayerNorm(4)",
    "nn.LayerNorm(())",
    "nn.GroupNorm(3, 4)",
    "nn.GroupNorm(2, 4, eps=1)",
    "nn.InstanceNorm2d(3, eps=1)",
    "nn.Dropout(p=1.0)",
    "nn.Dropout(p='a')",
    "nn.Dropout(0.0)",
    "nn.Dropout2d(1)",
    "nn.MaxPool2d(0)",
    "nn.MaxPool2d('a')",
    "nn.MaxPool2d(2, 2, padding=1)",
    "nn.MaxPool2d(2, 2, 'full')",
    "nn.MaxPool1d((2, 2))",
    "nn.AvgPool2d(2, divisor_override=0)",
    "nn.AvgPool2d(2, 2, padding=1)",
    "nn.AdaptiveAvgPool2d(2.0)",
    "nn.AdaptiveAvgPool2d((2, 2, 2))",
    "nn.AdaptiveAvgPool1d(0)",
    "nn.RReLU(0.5, 0.25)",
    "nn.RReLU('a')",
    "nn.Hardtanh(1, 1)",
    "nn.GELU(1)",
    "nn.PReLU(0)",
    "nn.PReLU(2, [0.5])",
    "nn.PReLU(2, 1)",
    "nn.Softmax(1.0)",
    "nn.get_activation('x')",
    "nn.Pad([[1, 1]])",
    "nn.Pad(((1, 1, 1),))",
    "nn.Pad(((1, 1),), mode='X')",
    "nn.L1Regularizer(0)",
    "nn.L1Regularizer('a')",
    "nn.Range(0, 5, 0)",
    "nn.Unflatten('a', (2, 3))",
    "nn.ConstantPad1d((1,), 5)",
    "nn.ConstantPad2d('a', 5)",
    "nn.ConstantPad2d(1, 'a')",
    "nn.ReflectionPad1d(-1)",
    "nn.ReflectionPad1d((1.0, 1))",
    "nn.ReplicationPad1d((1, 1, 1))",
    "nn.ChannelShuffle(0)",
    "nn.ChannelShuffle('a')",
]
_KNOWN = (KeyError, IndexError, TypeError, ValueError, RuntimeError, AttributeError)
_GAPS = ("Select CPU", "Unsupported op [", "unregistered", "Unsupported data type")


def _values(name: str, shape: Any) -> np.ndarray:
    rng = np.random.default_rng(zlib.crc32(f"{name}{tuple(shape)}".encode()))
    data = rng.standard_normal(tuple(shape)).astype(np.float32)
    return np.abs(data) + 0.5 if "variance" in name else data


def _encode(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_encode(v) for v in value]
    if not hasattr(value, "asnumpy"):  # a gradient by a sparse matrix, in compiled code
        value = value.values
    array = value.asnumpy()
    flat = array.reshape(-1).astype(np.float64)
    picked = flat if flat.size <= 60 else flat[np.linspace(0, flat.size - 1, 40).astype(int)]
    numbers = [float(f"{v:.7g}") for v in picked]
    return {"dtype": str(value.dtype), "shape": list(array.shape), "values": numbers}


def _first(result: Any) -> Any:
    return result[0] if isinstance(result, (tuple, list)) else result


def _differentiable(value: Any) -> bool:
    return bool(str(getattr(value, "dtype", "")) == "Float32" and value.ndim)


# Layers that MindSpore's CPU build runs in graph mode only.
_GRAPHS = ("nn.SSIM", "nn.MSSSIM", "nn.PSNR")


def describe(ms: Any, case: tuple) -> dict[str, Any]:
    """Everything about one layer as plain data; "error" where something is refused."""
    graph = ms.__name__ == "mindspore" and case[0].startswith(_GRAPHS)
    ms.set_context(mode=ms.GRAPH_MODE if graph else ms.PYNATIVE_MODE)
    try:
        return _describe(ms, case)
    except _KNOWN as error:
        kind = next(k.__name__ for k in type(error).__mro__ if k in _KNOWN)
        return {"error": kind, "text": " ".join(str(error).split())[:200]}


def made(ms: Any, expression: str) -> Any:
    """The layer of a case."""
    return eval(expression, {"ms": ms, "nn": ms.nn, "norm": ms.nn.LayerNorm((8,))})


def _describe(ms: Any, case: tuple) -> dict[str, Any]:
    expression, *given = case
    net = made(ms, expression)
    params = list(net.get_parameters())
    facts: dict[str, Any] = {
        "parameters": [[p.name, list(p.shape), str(p.dtype), p.requires_grad] for p in params]
    }
    text = repr(net)
    if not any(odd in text for odd in (" object at ", "initializer", "SSIM")):
        facts["repr"] = text
    if "padding_idx" in expression:
        facts["zero_row"] = bool((params[0].asnumpy()[3] == 0).all())
    if "SSIM" not in text:  # its weight is a Gaussian window
        for p in params:
            p.set_data(ms.Tensor(_values(p.name, p.shape)))
    inputs = [_input(ms, i, g) for i, g in enumerate(given)]
    facts["eval"] = _encode(net(*inputs))
    net.set_train()
    facts["train"] = _encode(net(*inputs))
    facts["after"] = [_encode(p) for p in params if not p.requires_grad]
    floats = [i for i, t in enumerate(inputs) if _differentiable(t)]
    weights = [p for p in params if p.requires_grad]
    out = _first(net(*inputs))
    sparse = "EmbeddingLookup" in expression  # the wheel gives its gradient as a RowTensor
    if (floats or weights) and "Float" in str(out.dtype) and not sparse:
        factor = ms.Tensor(_values("cotangent", out.shape))

        def loss(*args: Any) -> Any:
            return (_first(net(*args)) * factor).sum()

        place = tuple(floats) if floats else None
        found = ms.grad(loss, place, tuple(weights) or None)(*inputs)
        facts["gradients"] = _encode(found)
    return facts


def _input(ms: Any, index: int, given: Any) -> Any:
    if isinstance(given, str):
        return eval(given, {"ms": ms, "np": np})
    if isinstance(given, tuple):
        return ms.Tensor(_values(f"input{index}", given))
    if isinstance(given, list):
        return ms.Tensor(np.array(given, np.int32))
    return ms.Tensor(np.float32(given))


def refusal(ms: Any, expression: str) -> str | None:
    """The class of what a constructor raises, None if it does not."""
    try:
        eval(expression, {"ms": ms, "nn": ms.nn})
    except _KNOWN as error:
        return next(k.__name__ for k in type(error).__mro__ if k in _KNOWN)
    return None


def main() -> None:
    import mindspore as ms

    ms.set_context(pynative_synchronize=True)
    for family, cases in CASES.items():
        lines = []
        for case in cases:
            facts = describe(ms, case)
            if any(gap in facts.get("text", "") for gap in _GAPS):
                print("gap:", case, facts["text"], file=sys.stderr)
                facts = {"gap": True}
            elif "error" in facts:
                print(case, facts, file=sys.stderr)
            lines.append(json.dumps([str(case), facts], separators=(",", ":")))
        path = Path(__file__).with_name(f"layers_{family}.json")
        path.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    rows = [json.dumps([e, refusal(ms, e)]) for e in REFUSED]
    path = Path(__file__).with_name("layers_refused.json")
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
