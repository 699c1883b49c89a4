/** Tables to try, written into the built files by the build. */
export interface Sample {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly target: string;
}

export const SAMPLES: readonly Sample[] = [
  { file: "penguins.json", title: "Penguins", about: "344 birds, three species", target: "Species" },
  { file: "cars.json", title: "Cars", about: "406 models, miles per gallon", target: "Miles_per_Gallon" },
  {
    file: "seattle-weather.csv",
    title: "Seattle weather",
    about: "1,461 days, five kinds",
    target: "weather",
  },
  { file: "tennis.csv", title: "Tennis", about: "14 days, the textbook table", target: "Play" },
];
