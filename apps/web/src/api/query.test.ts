import { getHealth } from '@portico/contracts/admin/health';
import { getNewsItem, listNews, previewNewsItem } from '@portico/contracts/news';
import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf, query } from './query.ts';

test('the cache keys of different endpoints, inputs, versions and areas differ, and an equal input has an equal key', () => {
  const hashes = [
    query(getNewsItem, { params: { newsId: 'preview' } }),
    query(getNewsItem, { params: { newsId: 'list' } }),
    query(previewNewsItem, { params: { newsId: 'preview' } }),
    query(listNews, { query: {} }),
    query(listNews, { query: { page: '2' } }),
    query(getNewsItem, { params: { newsId: 'preview' } }, { version: 1 }),
    query(getNewsItem, { params: { newsId: 'preview' } }, { version: 2 }),
    query(getNewsItem, { params: { newsId: 'preview' } }, { area: 'studio' }),
  ].map(({ queryKey }) => hashKey(queryKey));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashKey(query(listNews, { query: { page: '2', pageSize: '9' } }).queryKey)).toBe(
    hashKey(query(listNews, { query: { pageSize: '9', page: '2' } }).queryKey),
  );
});

test('a cache key starts with the area that live updates and actions invalidate [STUDIO-021]', () => {
  expect(query(listNews, { query: {} }).queryKey[0]).toBe('news');
  expect(query(getHealth, {}).queryKey[0]).toBe('admin');
  expect(query(listNews, { query: {} }, { area: 'studio' }).queryKey[0]).toBe('studio');
  expect(query(listNews, { query: {} }).queryKey.slice(0, 2)).toEqual(keyOf(listNews));
});
