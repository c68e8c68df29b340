import { parse } from 'yaml';
import { readText } from '../checks/repositoryFiles.ts';

interface Rule {
  /** The name of a recording rule. */
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity?: string };
  annotations?: { summary?: string; description?: string; runbook?: string };
}

interface RuleTest {
  name: string;
  promql_expr_test: Array<{ expr: string; exp_samples: unknown[] }>;
}

const FOLDER = 'deploy/monitoring';
export const RULES_TEST = `${FOLDER}/portico.rules.test.yml`;

export const readRules = (): Rule[] =>
  (parse(readText(`${FOLDER}/portico.rules.yml`)) as { groups: Array<{ rules: Rule[] }> }).groups.flatMap(
    ({ rules }) => rules,
  );

export const readRuleTests = (): RuleTest[] => (parse(readText(RULES_TEST)) as { tests: RuleTest[] }).tests;

/** The expressions of all panels of the dashboard. */
export function readDashboardQueries(): string[] {
  const { panels } = JSON.parse(readText(`${FOLDER}/portico.dashboard.json`)) as {
    panels: Array<{ targets?: Array<{ expr: string }> }>;
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** A metric in a query, with its label matchers. */
export interface Selector {
  metric: string;
  labels: Array<{ name: string; isEqual: boolean; value: string }>;
}

/** PromQL keywords that can appear where a metric could. */
const KEYWORD = /^(?:and|or|unless|offset|bool|by|without|on|ignoring|group_left|group_right|inf|nan)$/i;

/** Every metric that a PromQL expression reads, without functions and the labels in `by (…)`. */
export function selectorsIn(expression: string): Selector[] {
  const withoutGroupings = expression.replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const found = withoutGroupings.matchAll(/(?<![\w.$"])([a-zA-Z_][\w:]*)\s*(\{(?:[^}"]|"[^"]*")*\}|\(|\[)?/g);
  const selectors: Selector[] = [];
  for (const [, metric = '', rest = ''] of found) {
    if (rest === '(' || KEYWORD.test(metric)) continue;
    const labels = [...rest.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)];
    selectors.push({
      metric,
      labels: labels.map(([, name = '', operator, value = '']) => ({ name, isEqual: operator === '=', value })),
    });
  }
  return selectors;
}
