export interface TextPiece {
  text: string;
  isMatch: boolean;
}

/** Text whose matched segments are marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  // A segment has no identity but its position, and texts are rendered whole.
  return pieces.map(({ text, isMatch }, place) => (isMatch ? <mark key={place}>{text}</mark> : text));
}
