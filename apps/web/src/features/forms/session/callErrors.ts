import { ApiError } from '@portico/client/ApiError';

/** The server could not be reached. */
export const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0;

/** The server's validation issues by field; their paths are `body.values.<alias>`. */
export const fieldIssues = (error: ApiError) =>
  (error.issues ?? []).flatMap(({ path, message }) => {
    const alias = /(?:^|\.)values\.(\w+)/.exec(path)?.[1];
    return alias === undefined ? [] : [{ alias, message }];
  });
