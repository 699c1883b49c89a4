"""MLlib's decision tree and gradient-boosted trees: seconds to load the rows, and of fit.

python mllib.py MASTER PARQUET ATTRIBUTES MEMORY ROUNDS"""

import json
import sys
import time

from pyspark.ml.classification import DecisionTreeClassifier, GBTClassifier
from pyspark.ml.feature import VectorAssembler
from pyspark.sql import SparkSession

master, path, attributes = sys.argv[1], sys.argv[2], int(sys.argv[3])
spark = (
    SparkSession.builder.master(master)
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.executor.memory", sys.argv[4])
    .config("spark.ui.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
assembler = VectorAssembler(inputCols=["f%d" % k for k in range(attributes)], outputCol="features")


def timed(work):
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def loaded(rows):
    table = assembler.transform(rows).select("features", "label").cache()
    table.count()
    return table


rounds = int(sys.argv[5])
tree, boosting = DecisionTreeClassifier(maxDepth=6), GBTClassifier(maxDepth=6, maxIter=rounds)
rows = spark.read.parquet(path)
small = loaded(rows.limit(20000))
for learner in (tree, GBTClassifier(maxDepth=6, maxIter=2)):
    learner.fit(small)
small.unpersist()

load, table = timed(lambda: loaded(rows))
times = {"load": load, "tree": timed(lambda: tree.fit(table))[0], "boosting": timed(lambda: boosting.fit(table))[0]}
print(json.dumps(times))
spark.stop()
