export interface Setting<T> {
  default: string | undefined;
  description: string;
  secret?: boolean;
  /** Parses the text, or throws an Error whose message completes "NAME …". */
  parse: (text: string) => T;
}

export const setting = <T>(definition: Setting<T>): Setting<T> => definition;
