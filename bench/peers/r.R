# One reading of one R rival:
#   Rscript r.R versions | Rscript r.R rival table-folder test-folder threads | Rscript r.R ranger-file train.csv test.csv target threads
given <- commandArgs(TRUE)
if (given[1] == "versions") {
  found <- Filter(function(name) requireNamespace(name, quietly = TRUE), c("ranger", "rpart"))
  cat(sprintf("{%s}\n", paste(sprintf('"%s":"%s"', found, sapply(found, function(name) as.character(packageVersion(name)))), collapse = ",")))
  quit()
}

seconds <- function(work) system.time(work)[["elapsed"]]

# Both files at once, so that their factors have the same levels; a missing value is a level of its own, or -1.
if (given[1] == "ranger-file") {
  both <- lapply(given[2:3], read.csv, na.strings = c("", "?"), stringsAsFactors = FALSE, check.names = FALSE)
  rows <- nrow(both[[1]])
  names <- intersect(names(both[[1]]), names(both[[2]]))
  table <- rbind(both[[1]][names], both[[2]][names])
  target <- table[[given[4]]]
  x <- table[setdiff(names, given[4])]
  for (name in names(x)) {
    if (is.numeric(x[[name]])) x[[name]][is.na(x[[name]])] <- -1
    else x[[name]] <- factor(ifelse(is.na(x[[name]]), "missing", x[[name]]))
  }
  threads <- as.integer(given[5])
  train <- seq_len(rows)
  y <- if (is.numeric(target)) target else factor(target)
  fit <- seconds(model <- ranger::ranger(x = x[train, ], y = y[train], num.trees = 100, verbose = FALSE, num.threads = threads, seed = 1))
  predict_seconds <- seconds(answer <- predict(model, x[-train, ], num.threads = threads)$predictions)
  score <- if (is.numeric(target)) sqrt(mean((answer - target[-train])^2)) else mean(as.character(answer) == target[-train])
  cat(sprintf('{"fits":[%.4f],"predict":%.4f,"score":%.4f}\n', fit, predict_seconds, score))
  quit()
}

read_table <- function(folder) {
  described <- describe(file.path(folder, "table.json"))
  columns <- lapply(seq_along(described$name), function(j) {
    file <- file(file.path(folder, sprintf("%d.raw", j - 1)), "rb")
    on.exit(close(file))
    if (described$type[j] == "numeric") readBin(file, "double", described$rows, size = 4)
    else factor(readBin(file, "integer", described$rows, size = 4))
  })
  names(columns) <- described$name
  as.data.frame(columns)
}

# Names, types and the number of rows from table.json by regular expressions; base R does not read JSON.
describe <- function(path) {
  text <- paste(readLines(path, warn = FALSE), collapse = "")
  all_of <- function(pattern) regmatches(text, gregexpr(pattern, text))[[1]]
  list(
    rows = as.integer(sub('.*"rows":([0-9]+).*', "\\1", text)),
    name = sub('"name":"([^"]*)"', "\\1", all_of('"name":"[^"]*"')),
    type = sub('"type":"([^"]*)"', "\\1", all_of('"type":"[^"]*"'))
  )
}

table <- read_table(given[2])
test <- read_table(given[3])
threads <- as.integer(given[4])

if (given[1] == "ranger") {
  fit <- seconds(model <- ranger::ranger(y ~ ., table, num.trees = 100, verbose = FALSE, num.threads = threads, seed = 1))
  predict_seconds <- seconds(answer <- predict(model, test, num.threads = threads)$predictions)
} else {
  control <- rpart::rpart.control(cp = 0.0001, minsplit = 20, xval = 10, maxsurrogate = 5)
  fit <- seconds(model <- rpart::rpart(y ~ ., table, control = control))
  predict_seconds <- seconds(answer <- predict(model, test, type = "class"))
}
cat(sprintf('{"fits":[%.4f],"predict":%.4f,"score":%.4f}\n', fit, predict_seconds, mean(as.character(answer) == as.character(test$y))))
