# One reading of one R rival:
#   Rscript r.R versions | Rscript r.R rival table-folder test-folder threads | Rscript r.R ranger-file train.csv test.csv schema.json target threads
given <- commandArgs(TRUE)
if (given[1] == "versions") {
  found <- Filter(function(name) requireNamespace(name, quietly = TRUE), c("ranger", "rpart"))
  cat(sprintf("{%s}\n", paste(sprintf('"%s":"%s"', found, sapply(found, function(name) as.character(packageVersion(name)))), collapse = ",")))
  quit()
}

seconds <- function(work) system.time(work)[["elapsed"]]

# Names, types and the number of rows from JSON by regular expressions; base R does not read JSON.
describe <- function(path) {
  text <- paste(readLines(path, warn = FALSE), collapse = "")
  columns <- sub('.*"columns":', "", text)
  all_of <- function(key) {
    found <- regmatches(columns, gregexpr(sprintf('"%s": *"[^"]*"', key), columns))[[1]]
    sub('.*: *"([^"]*)"', "\\1", found)
  }
  list(
    rows = if (grepl('"rows":', text)) as.integer(sub('.*"rows":([0-9]+).*', "\\1", text)),
    name = all_of("name"),
    type = all_of("type")
  )
}

# Both files at once, so that their factors have the same levels; a missing value is a level of its own, or -1.
if (given[1] == "ranger-file") {
  described <- describe(given[4])
  types <- setNames(ifelse(described$type == "numeric", "numeric", "character"), described$name)
  read_file <- function(path) {
    head <- names(read.csv(path, nrows = 1, check.names = FALSE))
    read.csv(path, colClasses = unname(types[head]), na.strings = c("", "?", "NA", "NaN", "null"), check.names = FALSE)
  }
  both <- lapply(given[2:3], read_file)
  rows <- nrow(both[[1]])
  names <- intersect(names(both[[1]]), names(both[[2]]))
  table <- rbind(both[[1]][names], both[[2]][names])
  target <- table[[given[5]]]
  x <- table[setdiff(names, given[5])]
  for (name in names(x)) {
    if (is.numeric(x[[name]])) x[[name]][is.na(x[[name]])] <- -1
    else x[[name]] <- factor(ifelse(is.na(x[[name]]), "missing", x[[name]]))
  }
  threads <- as.integer(given[6])
  train <- seq_len(rows)
  y <- if (is.numeric(target)) target else factor(target)
  # As many attributes per node as Coppice draws, and full trees.
  most <- if (is.numeric(target)) max(1, ncol(x) %/% 3) else floor(sqrt(ncol(x)))
  fit <- seconds(model <- ranger::ranger(x = x[train, ], y = y[train], num.trees = 100, mtry = most, min.node.size = 1, verbose = FALSE, num.threads = threads, seed = 1))
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
