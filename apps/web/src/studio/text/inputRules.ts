import { inputRules, InputRule, textblockTypeInputRule } from 'prosemirror-inputrules';
import type { MarkType, Schema } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';

/** Markdown syntax such as `**bold**`: the text gets the mark, the delimiters are removed. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[1] ?? '';
    if (text === '' || state.doc.rangeHasMark(start, end, type)) return null;
    const from = start + (match[0].length - match[0].trimStart().length);
    return state.tr
      .insertText(text, from, end)
      .addMark(from, from + text.length, type.create())
      .removeStoredMark(type);
  });
}

/** Markdown syntax that can be typed. Undo reverts only the formatting, not the text. */
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
