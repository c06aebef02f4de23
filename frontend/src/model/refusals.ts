// Who ends a program, in words.

import type { Refusal } from "../api/types";

const SENTENCES: Record<Refusal["by"], string> = {
  "kafka-streams": "Kafka Streams refuses this program",
  compiler: "The compiler refuses this program",
  program: "This program ends itself with an exception",
};

export function whoRefuses({ by }: Refusal): string {
  return SENTENCES[by];
}
