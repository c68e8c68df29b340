export const MAX_TASK_TITLE = 200;
export const MAX_TASK_NOTE = 4000;
/** Maximum number of active tasks per person; another one is rejected with `conflict`. */
export const MAX_ACTIVE_TASKS = 500;
/** Maximum length of the list of completed tasks; older ones stay stored. */
export const MAX_COMPLETED_TASKS = 200;
