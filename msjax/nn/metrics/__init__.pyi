"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.train.metrics import get_metric_fn as get_metric_fn
from msjax.train.metrics import get_metrics as get_metrics
from msjax.train.metrics import metric as metric
from msjax.train.metrics import names as names
from msjax.train.metrics.accuracy import Accuracy as Accuracy
from msjax.train.metrics.auc import auc as auc
from msjax.train.metrics.bleu_score import BleuScore as BleuScore
from msjax.train.metrics.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from msjax.train.metrics.confusion_matrix import ConfusionMatrixMetric as ConfusionMatrixMetric
from msjax.train.metrics.cosine_similarity import CosineSimilarity as CosineSimilarity
from msjax.train.metrics.dice import Dice as Dice
from msjax.train.metrics.error import MAE as MAE
from msjax.train.metrics.error import MSE as MSE
from msjax.train.metrics.fbeta import F1 as F1
from msjax.train.metrics.fbeta import Fbeta as Fbeta
from msjax.train.metrics.hausdorff_distance import HausdorffDistance as HausdorffDistance
from msjax.train.metrics.loss import Loss as Loss
from msjax.train.metrics.mean_surface_distance import MeanSurfaceDistance as MeanSurfaceDistance
from msjax.train.metrics.metric import Metric as Metric
from msjax.train.metrics.metric import rearrange_inputs as rearrange_inputs
from msjax.train.metrics.occlusion_sensitivity import OcclusionSensitivity as OcclusionSensitivity
from msjax.train.metrics.perplexity import Perplexity as Perplexity
from msjax.train.metrics.precision import Precision as Precision
from msjax.train.metrics.recall import Recall as Recall
from msjax.train.metrics.roc import ROC as ROC
from msjax.train.metrics.root_mean_square_surface_distance import (
    RootMeanSquareDistance as RootMeanSquareDistance,
)
from msjax.train.metrics.topk import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msjax.train.metrics.topk import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msjax.train.metrics.topk import TopKCategoricalAccuracy as TopKCategoricalAccuracy
