import type pg from 'pg';
import { createPool } from '../db/pool.ts';

const STATEMENT_TIMEOUT_MS = 5000;

/** One connection for a check. */
export const openPool = (url: string, behindPooler: boolean): pg.Pool =>
  createPool({ url, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS, behindPooler });

/** The check has already said what is wrong with the database. */
export const endQuietly = (pool: pg.Pool): Promise<void> => pool.end().catch(() => {});
