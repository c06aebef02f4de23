// Splits a sentence of the server into words and code: what stands between backticks is code.

export interface Piece {
  text: string;
  isCode: boolean;
}

/** A number keeps its unit on the same line. */
const UNITS = /(?<=\d) (?=(?:%|ms|s|[KMGT]iB|bytes)(?![\p{L}\d]))/gu;

export function pieces(sentence: string): Piece[] {
  return sentence
    .split("`")
    .map((text, index) => (index % 2 === 1 ? { text, isCode: true } : { text: text.replace(UNITS, "\u00a0"), isCode: false }))
    .filter((piece) => piece.text !== "");
}

export interface TextPiece {
  text: string;
  isUnsure: boolean;
}

/** Splits a line of describe() text: what ends with a question mark is not certain. No name in Kafka can hold one. */
export function textPieces(line: string): TextPiece[] {
  return line
    .split(/([^\s,()[\]]+\?)/)
    .map((text, index) => ({ text, isUnsure: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
