"""One reading of one Python rival on CSV files: fromFile.py '<spec>' prints seconds, score and memory as JSON.

The table is in memory, in the form that the library expects, before the clock starts; the fit is the first of its process,
and so is the prediction. Peak memory is that of the process up to the end of the fit.
"""
import json
import os
import resource
import sys
import tempfile
import time
import warnings

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
# Some libraries log to the standard output, compilers as well: only the reading belongs there.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
spec = json.loads(sys.argv[1])
rival, kind, threads, files = spec["rival"], spec["kind"], spec["threads"], spec["files"]
options = spec.get("options", {})
trees = options.get("trees", 100)
rounds, leaves = options.get("rounds", 100), options.get("maxLeaves", 31)
schema = json.load(open(files["schema"]))
# LightGBM and XGBoost accept few signs in names: columns are called c0, c1, ….
plain = {column["name"]: f"c{j}" for j, column in enumerate(schema["columns"])}
target = plain[schema["target"]]
columns = {plain[column["name"]]: column for column in schema["columns"]}
types = {name: column["type"] for name, column in columns.items()}
nominal = [name for name, type in types.items() if type != "numeric" and name != target]
classes = types[target] != "numeric"
# Those of Coppice: to pandas, a level such as "None" would be missing.
MISSING = ["", "?", "NA", "NaN", "null"]


def read(path):
    text = {name: str for name, type in zip(plain, types.values()) if type != "numeric"}
    table = pd.read_csv(path, na_values=MISSING, keep_default_na=False, dtype=text, low_memory=False)
    table = table[list(plain)].rename(columns=plain)
    return table[table[target].notna()].reset_index(drop=True)


train, test = read(files["train"]), read(files["test"])
labels = np.sort(train[target].unique()) if classes else None


def codes(table):
    """A class that was not trained on gets -1, which no prediction equals."""
    if not classes:
        return table[target].to_numpy(np.float64)
    return pd.Categorical(table[target], categories=labels).codes.astype(np.int64)


def with_levels(table):
    frame = table.drop(columns=[target])
    for name in nominal:
        found = np.sort(pd.concat([train[name], test[name]]).dropna().unique())
        levels = columns[name]["levels"] if types[name] == "ordered" else found
        frame[name] = pd.Categorical(frame[name], categories=levels)
    return frame


def ordinal(table, missing=np.nan, dtype=np.float32):
    frame = with_levels(table)
    for name in nominal:
        frame[name] = frame[name].cat.codes.replace(-1, np.nan).astype(float)
    if missing == missing:
        frame = frame.fillna(missing)
    return np.ascontiguousarray(frame.to_numpy(dtype))


def with_text(table):
    """For CatBoost: a missing level is a level."""
    frame = table.drop(columns=[target])
    for name in nominal:
        frame[name] = frame[name].fillna("missing").astype(object)
    return frame


def on_threads():
    """Bagging would send the table to processes, where it is read-only and its trees fail; threads are faster as well."""
    import joblib

    return joblib.parallel_config(backend="threading")


def for_task(module, classifier, regressor):
    """The class of a library for the task at hand."""
    return getattr(module, classifier if classes else regressor)


def forest_of(module, **more):
    """A forest or extra trees. As many attributes per node as Coppice draws: the square root of all, or a third."""
    name = "ExtraTrees" if kind == "extraTrees" else "RandomForest"
    attributes = "sqrt" if classes else 1 / 3
    return for_task(module, f"{name}Classifier", f"{name}Regressor")(
        n_estimators=trees, max_features=attributes, n_jobs=threads, **more
    )


class Sklearn:
    def data(self, table):
        return ordinal(table)

    def make(self):
        from sklearn import ensemble, tree

        one = for_task(tree, "DecisionTreeClassifier", "DecisionTreeRegressor")
        if kind == "tree":
            return one(random_state=0)
        if kind in ("forest", "extraTrees"):
            return forest_of(ensemble, random_state=0)
        if kind == "bagging":
            bagging = for_task(ensemble, "BaggingClassifier", "BaggingRegressor")
            return bagging(one(), trees, n_jobs=threads, random_state=0)
        if kind == "adaBoost":
            # Two rows per leaf, as in c45: a full tree makes no error on most tables, and boosting stops after it.
            base = one(max_depth=options.get("of.maxDepth"), min_samples_leaf=1 if "of" in options else 2)
            return ensemble.AdaBoostClassifier(base, n_estimators=trees, random_state=0)
        boosting = for_task(ensemble, "HistGradientBoostingClassifier", "HistGradientBoostingRegressor")
        return boosting(max_iter=rounds, max_leaf_nodes=leaves, learning_rate=0.1, early_stopping=False)

    def fit(self, x, y):
        with on_threads():
            self.model = self.make().fit(x, y)

    def predict(self, x):
        with on_threads():
            return np.asarray(self.model.predict(x)).ravel()


class SklearnFilled(Sklearn):
    """Learners that accept no missing values."""

    def data(self, table):
        return ordinal(table, missing=-1)


class Intelex(Sklearn):
    """Doubles; as many bins as there are values, so that it searches as exactly as the others."""

    def data(self, table):
        return ordinal(table, missing=-1, dtype=np.float64)

    def make(self):
        from sklearnex import ensemble

        return forest_of(ensemble, max_bins=1 << 20)


class LightGbm(Sklearn):
    def data(self, table):
        return with_levels(table)

    def make(self):
        import lightgbm

        make = for_task(lightgbm, "LGBMClassifier", "LGBMRegressor")
        return make(n_estimators=rounds, num_leaves=leaves, learning_rate=0.1, n_jobs=threads, verbose=-1)


class XgBoost(LightGbm):
    def make(self):
        import xgboost

        return for_task(xgboost, "XGBClassifier", "XGBRegressor")(
            n_estimators=rounds, max_leaves=leaves, max_depth=0, grow_policy="lossguide", tree_method="hist",
            learning_rate=0.1, enable_categorical=True, n_jobs=threads,
        )


class CatBoost(Sklearn):
    def data(self, table):
        return with_text(table)

    def make(self):
        import catboost

        return for_task(catboost, "CatBoostClassifier", "CatBoostRegressor")(
            iterations=rounds, max_leaves=leaves, grow_policy="Lossguide", learning_rate=0.1, cat_features=nominal,
            thread_count=threads, verbose=False, allow_writing_files=False,
        )


class Ydf:
    def data(self, table):
        return table.drop(columns=[target])

    def make(self):
        import ydf

        task = for_task(ydf.Task, "CLASSIFICATION", "REGRESSION")
        common = {"label": target, "task": task, "num_threads": threads, "max_depth": -1}
        if kind == "tree":
            return ydf.CartLearner(min_examples=1, validation_ratio=0.0, **common)
        if kind == "forest":
            return ydf.RandomForestLearner(
                num_trees=trees, min_examples=1, winner_take_all=False, compute_oob_performances=True, **common
            )
        return ydf.GradientBoostedTreesLearner(
            num_trees=rounds, growing_strategy="BEST_FIRST_GLOBAL", max_num_nodes=leaves, shrinkage=0.1,
            validation_ratio=0.0, discretize_numerical_columns=True, **common,
        )

    def fit(self, x, y):
        self.model = self.make().train(x.assign(**{target: train[target]}), verbose=0)

    def predict(self, x):
        self.answer = self.model.predict(x)
        return self.answer

    def decode(self, answer):
        """Probabilities (of the second class if there are two) to codes."""
        answer = np.asarray(answer)
        names = np.array(self.model.label_classes())
        chosen = names[(answer > 0.5).astype(int)] if answer.ndim == 1 else names[answer.argmax(1)]
        return pd.Categorical(chosen, categories=labels).codes


class Tl2cgen(LightGbm):
    """Compiles LightGBM's model to C; only its predictions are measured."""

    def data(self, table):
        return ordinal(table)

    def fit(self, x, y):
        import tl2cgen
        import treelite

        model = self.make().fit(x, y)
        compiled = treelite.frontend.from_lightgbm(model.booster_)
        library = tempfile.mkdtemp() + "/model.so"
        tl2cgen.export_lib(compiled, toolchain="gcc", libpath=library, params={"parallel_comp": 16})
        self.predictor = tl2cgen.Predictor(library, nthread=threads)

    def predict(self, x):
        import tl2cgen

        return self.predictor.predict(tl2cgen.DMatrix(x))

    def decode(self, answer):
        answer = np.asarray(answer).reshape(len(test), -1)
        return (answer[:, 0] > 0.5).astype(int) if answer.shape[1] == 1 else answer.argmax(1)


RIVALS = {
    "scikit-learn": SklearnFilled if kind == "adaBoost" else Sklearn,
    "scikit-learn-intelex": Intelex,
    "LightGBM": LightGbm,
    "XGBoost": XgBoost,
    "CatBoost": CatBoost,
    "YDF": Ydf,
    "tl2cgen": Tl2cgen,
}

learner = RIVALS[rival]()
x, y, xt = learner.data(train), codes(train), learner.data(test)
if rival != "tl2cgen":
    learner.make()  # so that importing the library is not part of the fit
start = time.perf_counter()
learner.fit(x, y)
fit = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
answer = learner.predict(xt)
predict = time.perf_counter() - start
answer = learner.decode(answer) if hasattr(learner, "decode") and classes else np.asarray(answer).ravel()
truth = codes(test)
score = float((answer == truth).mean()) if classes else float(np.sqrt(np.mean((answer - truth) ** 2)))
measured = {} if rival == "tl2cgen" else {"peak": peak}
reading = {"fits": [] if rival == "tl2cgen" else [fit], "predict": predict, "score": score, **measured}
print(json.dumps(reading), file=answers, flush=True)
