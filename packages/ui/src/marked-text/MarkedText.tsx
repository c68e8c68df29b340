export interface TextPiece {
  text: string;
  isMatch: boolean;
}

/** Text whose matched pieces are marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  // A piece has no name of its own; its place is as good, since texts are shown whole.
  return pieces.map(({ text, isMatch }, place) => (isMatch ? <mark key={place}>{text}</mark> : text));
}
