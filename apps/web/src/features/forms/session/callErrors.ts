import { ApiError } from '@portico/client/ApiError';

/** Whether the server was not reached at all. */
export const isNetworkError = (error: unknown) => error instanceof ApiError && error.status === 0;

/** The server's issues by field; they come as `body.values.<alias>`. */
export const fieldIssues = (error: ApiError) =>
  (error.issues ?? []).flatMap(({ path, message }) => {
    const alias = /(?:^|\.)values\.(\w+)/.exec(path)?.[1];
    return alias === undefined ? [] : [{ alias, message }];
  });
