import { expect, type Page } from '@playwright/test';
import { askApi } from './askApi.ts';

/** The path of a resource that is long enough to have a table of contents. */
export async function longResource(page: Page): Promise<string> {
  const list = (await (await askApi(page.context(), '/api/v1/resources?pageSize=50')).json()) as {
    items: { id: string }[];
  };
  for (const { id } of list.items) {
    const resource = (await (await askApi(page.context(), `/api/v1/resources/${id}`)).json()) as {
      components: { type: string }[];
    };
    if (resource.components.filter(({ type }) => type === 'Header').length >= 5) return `/resources/${id}`;
  }
  expect(list.items, 'one of the resources has a table of contents').toEqual([]);
  return '';
}
