import type { Page } from '@playwright/test';

/**
 * Elements with a role outside the parent that it needs, and parts of native tables with a role that HTML already gives
 * them, as sentences for a failure message. axe lets the latter pass; HTML checkers don't. Sources: WAI-ARIA 1.2,
 * "required context role"; ARIA in HTML.
 */
export function roleFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lists = {
      list: ['list', 'directory'],
      menus: ['menu', 'menubar', 'group'],
      tables: ['table', 'grid', 'treegrid'],
    };
    const parents: Readonly<Record<string, readonly string[]>> = {
      gridcell: ['row'],
      cell: ['row'],
      columnheader: ['row'],
      rowheader: ['row'],
      row: [...lists.tables, 'rowgroup'],
      rowgroup: lists.tables,
      option: ['listbox', 'group'],
      tab: ['tablist'],
      menuitem: lists.menus,
      menuitemcheckbox: lists.menus,
      menuitemradio: lists.menus,
      treeitem: ['tree', 'group'],
      listitem: lists.list,
    };
    const native: Readonly<Record<string, string>> = {
      table: 'table',
      thead: 'rowgroup',
      tbody: 'rowgroup',
      tfoot: 'rowgroup',
      tr: 'row',
      ul: 'list',
      ol: 'list',
      menu: 'list',
      li: 'listitem',
    };
    const roleOf = (element: Element): string | undefined =>
      element.getAttribute('role')?.trim().split(/\s+/)[0] || native[element.localName];
    const isTransparent = (role: string | undefined) => [undefined, 'none', 'presentation', 'generic'].includes(role);
    const parentOf = (element: Element): Element | null =>
      (element.id && document.querySelector(`[aria-owns~="${CSS.escape(element.id)}"]`)) || element.parentElement;
    const roleAbove = (element: Element): string => {
      for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
        const role = roleOf(parent);
        if (!isTransparent(role)) return role!;
      }
      return 'document';
    };
    const startOf = (element: Element) => (element.cloneNode() as Element).outerHTML.slice(0, 120);

    const faults: string[] = [];
    for (const element of document.querySelectorAll('[role], li')) {
      const needed = parents[roleOf(element) ?? ''];
      const above = roleAbove(element);
      if (needed && !needed.includes(above)) faults.push(`${startOf(element)} is in a ${above}`);
    }
    for (const element of document.querySelectorAll('table :is(thead, tbody, tfoot, tr, th, td)[role]')) {
      const table = roleOf(element.closest('table')!)!;
      if (lists.tables.includes(table)) faults.push(`${startOf(element)} has a role in a ${table}`);
    }
    return [...new Set(faults)];
  });
}
