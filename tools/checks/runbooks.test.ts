import { describe, expect, test } from 'vitest';
import { readRules, readRuleTests } from '../monitoring/rules.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const FOLDER = 'docs/runbooks/';
/** What the person on call looks for, in this order. */
const HEADINGS = ['## What it means for people', '## First look', '## What to do', '## How to verify'];

const alerts = readRules().filter(({ alert }) => alert !== undefined);
const names = alerts.map(({ alert }) => alert!);
const pages = repositoryFiles().filter((path) => path.startsWith(FOLDER) && !path.endsWith('/README.md'));

describe('runbooks', () => {
  test('each alert has a runbook, and each runbook an alert [OPS-104]', () => {
    expect(pages.map((path) => path.slice(FOLDER.length)).sort()).toEqual(names.map((name) => `${name}.md`).sort());
  });

  test('each alert states its urgency, what is happening and where its runbook is [OPS-104]', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect(labels?.severity, alert).toMatch(/^(?:page|ticket)$/);
      expect(annotations?.summary, alert).toMatch(/\w/);
      expect(annotations?.description, alert).toMatch(/\w/);
      expect(annotations?.runbook, alert).toBe(`${FOLDER}${alert}.md`);
    }
  });

  test('each runbook says what the alert means, where to look, what to do and how to verify, and is listed [OPS-104]', () => {
    const list = readText(`${FOLDER}README.md`);
    for (const path of pages) {
      const text = readText(path);
      expect(
        [...text.matchAll(/^## .*$/gm)].map(([heading]) => heading),
        path,
      ).toEqual(HEADINGS);
      expect(text.split('\n')[0], path).toBe(`# ${path.slice(FOLDER.length, -'.md'.length)}`);
      expect(list).toContain(`(${path.slice(FOLDER.length)})`);
    }
  });

  test('each alert has a test in which it fires and one in which it stays quiet [OPS-103]', () => {
    const tested = (name: string, isFiring: boolean) =>
      readRuleTests().some((one) =>
        one.promql_expr_test.some(
          ({ expr, exp_samples: expected }) => expr.includes(`alertname="${name}"`) && expected.length > 0 === isFiring,
        ),
      );
    expect(names.filter((name) => !tested(name, true))).toEqual([]);
    expect(names.filter((name) => !tested(name, false))).toEqual([]);
  });
});
