import { inputRules, InputRule, textblockTypeInputRule } from 'prosemirror-inputrules';
import type { MarkType, Schema } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';

/** `**bold**` as people write it elsewhere: the words get the mark, the signs go. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const words = match[1] ?? '';
    if (words === '' || state.doc.rangeHasMark(start, end, type)) return null;
    const from = start + (match[0].length - match[0].trimStart().length);
    return state.tr
      .insertText(words, from, end)
      .addMark(from, from + words.length, type.create())
      .removeStoredMark(type);
  });
}

/** What can be typed as in Markdown. Undo takes only the change back, not the words. */
export function typedMarks(schema: Schema): Plugin {
  const { bold, code, strike } = schema.marks;
  const codeBlock = schema.nodes['codeBlock'];
  return inputRules({
    rules: [
      ...(bold ? [markRule(/(?:^|\s)\*\*([^*\s][^*]{0,200})\*\*$/, bold)] : []),
      ...(strike ? [markRule(/(?:^|\s)~~([^~\s][^~]{0,200})~~$/, strike)] : []),
      ...(code ? [markRule(/(?:^|\s)`([^`\s][^`]{0,200})`$/, code)] : []),
      ...(codeBlock ? [textblockTypeInputRule(/^```$/, codeBlock)] : []),
    ],
  });
}
