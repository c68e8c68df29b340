export interface TextPiece {
  text: string;
  isMatch: boolean;
}

/** Text whose matching segments are highlighted. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  // A segment is identified by its position, and texts are rendered as a whole.
  return pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));
}
