"""One reading of one Python rival: python.py '<spec>' prints seconds, score and memory as JSON.

A fit is timed with the table in memory, as arrays of the type that suits the library best. With "versions" instead of a
spec, prints what is installed.
"""
import importlib
import json
import os
import resource
import sys
import time

# Distributions by rival, and the module that must be importable.
MODULES = {
    "scikit-learn": ("scikit-learn", "sklearn"),
    "scikit-learn-intelex": ("scikit-learn-intelex", "sklearnex"),
    "XGBoost": ("xgboost", "xgboost"),
    "LightGBM": ("lightgbm", "lightgbm"),
    "CatBoost": ("catboost", "catboost"),
    "YDF": ("ydf", "ydf"),
    "tl2cgen": ("tl2cgen", "tl2cgen"),
    "pandas": ("pandas", "pandas"),
}


def versions():
    from importlib import metadata

    found = {}
    for name, (distribution, module) in MODULES.items():
        try:
            importlib.import_module(module)
            found[name] = metadata.version(distribution)
        except Exception:
            pass
    return found


if sys.argv[1] == "versions":
    print(json.dumps(versions()))
    sys.exit()

import numpy as np  # noqa: E402

spec = json.loads(sys.argv[1])
rival, kind, threads = spec["rival"], spec["kind"], spec["threads"]
options = spec.get("options", {})
trees = options.get("trees", 100)
boosting = (options.get("rounds"), options.get("maxLeaves"), options.get("learningRate"))


def load(folder):
    """Attributes (an array, or a frame if some are nominal), target, weights, whether it is classification."""
    described = json.load(open(os.path.join(folder, "table.json")))
    columns = described["columns"]
    raw = [
        np.fromfile(os.path.join(folder, f"{j}.raw"), np.float32 if c["type"] == "numeric" else np.int32)
        for j, c in enumerate(columns)
    ]
    weights = next((raw[j] for j, c in enumerate(columns) if c.get("weight")), None)
    kept = [j for j, c in enumerate(columns[:-1]) if not c.get("weight")]
    classes = columns[-1]["type"] != "numeric"
    if all(columns[j]["type"] == "numeric" for j in kept):
        return np.ascontiguousarray(np.stack([raw[j] for j in kept], 1)), raw[-1], weights, classes
    import pandas as pd

    frame = {
        columns[j]["name"]: raw[j]
        if columns[j]["type"] == "numeric"
        else pd.Categorical.from_codes(raw[j], categories=columns[j]["levels"])
        for j in kept
    }
    return pd.DataFrame(frame), raw[-1], weights, classes


def sklearn_model(x, classes):
    from sklearn import ensemble, tree

    if kind == "tree":
        return (tree.DecisionTreeClassifier if classes else tree.DecisionTreeRegressor)(random_state=0)
    if kind == "forest":
        return ensemble.RandomForestClassifier(trees, n_jobs=threads, random_state=0)
    if kind == "extraTrees":
        return ensemble.ExtraTreesClassifier(trees, n_jobs=threads, random_state=0)
    rounds, leaves, rate = boosting
    nominal = {"categorical_features": [str(t) == "category" for t in x.dtypes]} if hasattr(x, "dtypes") and hasattr(x, "columns") else {}
    return ensemble.HistGradientBoostingClassifier(
        max_iter=rounds, max_leaf_nodes=leaves, learning_rate=rate, early_stopping=False, **nominal
    )


def xgboost_model(x, classes):
    import xgboost

    rounds, leaves, rate = boosting
    return xgboost.XGBClassifier(
        n_estimators=rounds, max_leaves=leaves, max_depth=0, grow_policy="lossguide", tree_method="hist",
        learning_rate=rate, enable_categorical=hasattr(x, "columns"), n_jobs=threads,
    )


def lightgbm_model(x, classes):
    import lightgbm

    if kind == "forest":
        return lightgbm.LGBMClassifier(
            boosting_type="rf", n_estimators=trees, num_leaves=4095, bagging_fraction=0.63, bagging_freq=1,
            feature_fraction_bynode=0.19, min_child_samples=1, n_jobs=threads, verbose=-1,
        )
    rounds, leaves, rate = boosting
    return lightgbm.LGBMClassifier(n_estimators=rounds, num_leaves=leaves, learning_rate=rate, n_jobs=threads, verbose=-1)


class Ydf:
    """YDF takes a dictionary of columns including the target, and returns a model."""

    def __init__(self, x, classes):
        import ydf

        common = {"label": "y", "num_threads": threads, "max_depth": -1}
        if kind == "tree":
            self.learner = ydf.CartLearner(min_examples=1, validation_ratio=0.0, **common)
        elif kind == "forest":
            self.learner = ydf.RandomForestLearner(
                num_trees=trees, min_examples=1, winner_take_all=False, compute_oob_performances=False, **common
            )
        else:
            rounds, leaves, rate = boosting
            self.learner = ydf.GradientBoostedTreesLearner(
                num_trees=rounds, growing_strategy="BEST_FIRST_GLOBAL", max_num_nodes=leaves, shrinkage=rate,
                validation_ratio=0.0, discretize_numerical_columns=True, **common,
            )

    def fit(self, x, y):
        self.model = self.learner.train({**self.columns(x), "y": y}, verbose=0)

    def predict(self, x):
        return np.asarray(self.model.predict(self.columns(x))) > 0.5

    @staticmethod
    def columns(x):
        return {f"x{j}": x[:, j] for j in range(x.shape[1])}


MAKERS = {"scikit-learn": sklearn_model, "XGBoost": xgboost_model, "LightGBM": lightgbm_model, "YDF": Ydf}


def for_sklearn(x):
    """Its boosting accepts at most 255 levels: attributes with more are passed as numbers."""
    many = [name for name in getattr(x, "columns", []) if str(x[name].dtype) == "category" and len(x[name].cat.categories) > 254]
    return x.assign(**{name: x[name].cat.codes for name in many}) if many else x


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fit_table():
    x, y, weights, classes = load(spec["table"])
    if rival == "scikit-learn":
        x = for_sklearn(x)
    MAKERS[rival](x, classes)  # so that importing the library is not part of the fit
    before = peak()
    fits = []
    for _ in range(spec["fits"]):
        # A fit that takes this long is no faster the next time.
        if sum(fits) > 10:
            break
        model = MAKERS[rival](x, classes)
        start = time.perf_counter()
        if weights is None:
            model.fit(x, y)
        else:
            model.fit(x, y, sample_weight=weights)
        fits.append(time.perf_counter() - start)
    found = {"fits": fits, "memory": peak() - before}
    if not spec.get("test"):
        return found
    xt, yt, _, _ = load(spec["test"])
    if rival == "scikit-learn":
        xt = for_sklearn(xt)
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        answer = np.asarray(model.predict(xt)).ravel()
        seconds.append(time.perf_counter() - start)
    one = xt[:1]
    single = []
    for _ in range(30):
        start = time.perf_counter()
        model.predict(one)
        single.append(time.perf_counter() - start)
    score = float((answer == yt).mean()) if classes else float(np.sqrt(np.mean((answer - yt) ** 2)))
    return {**found, "predict": min(seconds), "oneRow": min(single), "score": score}


def read_csv():
    import pandas

    start = time.perf_counter()
    pandas.read_csv(spec["file"])
    return {"fits": [time.perf_counter() - start], "memory": peak()}


def file_to_tree():
    import pandas
    from sklearn.tree import DecisionTreeClassifier

    start = time.perf_counter()
    table = pandas.read_csv(spec["file"])
    target = table.iloc[:, -1].astype("category").cat.codes
    DecisionTreeClassifier(random_state=0).fit(pandas.get_dummies(table.iloc[:, :-1]), target)
    return {"fits": [time.perf_counter() - start]}


print(json.dumps({"csv": read_csv, "fileToTree": file_to_tree}.get(kind, fit_table)()))
