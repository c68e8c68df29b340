/**
 * A copy of content without the questions of confirmations, which say what is right. Takes any data, because what is
 * stored can break the contract.
 */
export function withoutQuestions<Content>(content: Content): Content {
  if (Array.isArray(content)) return content.map(withoutQuestions<unknown>) as Content;
  if (typeof content !== 'object' || content === null) return content;
  const isConfirmation = Reflect.get(content, 'type') === 'Confirmation';
  return Object.fromEntries(
    Object.entries(content)
      .filter(([name]) => !(isConfirmation && name === 'questions'))
      .map(([name, value]) => [name, withoutQuestions<unknown>(value)]),
  ) as Content;
}
