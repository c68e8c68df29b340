/** Maximum depth of nested components. Separate from the schemas, which pages that only show content do not load. */
export const MAX_NESTING = 4;
