export const MAX_TASK_TITLE = 200;
export const MAX_TASK_NOTE = 4000;
/** Active tasks of one person; a further one is rejected with `conflict`. */
export const MAX_ACTIVE_TASKS = 500;
/** The list of completed tasks ends here; older ones stay stored. */
export const MAX_COMPLETED_TASKS = 200;

/** With nothing but blanks and signs that take no room, a task could neither be seen nor opened. */
export const hasVisibleText = (text: string) => /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text);
