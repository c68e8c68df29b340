import { checkRows } from '../db/rows.ts';

/* A Vitest setup file: a statement whose rows do not match its schema fails the test. */
checkRows();
