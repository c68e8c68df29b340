import { checkRows } from '../db/rows.ts';

/* A setup file of Vitest: a statement whose rows are not what its schema says fails the test. */
checkRows();
