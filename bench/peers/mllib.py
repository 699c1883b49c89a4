"""MLlib's decision tree and gradient-boosted trees: seconds of fit. python mllib.py MASTER PARQUET ATTRIBUTES MEMORY"""

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
table = VectorAssembler(inputCols=["f%d" % k for k in range(attributes)], outputCol="features").transform(
    spark.read.parquet(path)
)
table = table.select("features", "label").cache()
table.count()


def seconds(learner):
    started = time.perf_counter()
    learner.fit(table)
    return time.perf_counter() - started


times = {
    "tree, MLlib": seconds(DecisionTreeClassifier(maxDepth=6)),
    "boosting, MLlib": seconds(GBTClassifier(maxDepth=6, maxIter=20)),
}
print(json.dumps(times))
spark.stop()
