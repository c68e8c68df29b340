import { beforeEach, describe, expect, test } from 'vitest';
import { putSettings } from '../testPortal.ts';
import { analyticsAddress } from './analyticsAddress.ts';
import { loadAnalytics } from './loadAnalytics.ts';
import { pdfWorkerUrl, trustedScriptUrl } from './trustedScript.ts';

const analytics = { id: 'G-7', scriptUrl: 'https://stats.test/tag.js?v=2' };
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

describe('the page-analytics script', () => {
  beforeEach(() => document.head.replaceChildren());

  test('has no address if the id is missing or blank [BUILD-006]', () => {
    expect(analyticsAddress({})).toBeUndefined();
    expect(analyticsAddress({ analytics: { ...analytics, id: '  ' } })).toBeUndefined();
    expect(analyticsAddress({ analytics })).toBe('https://stats.test/tag.js?v=2&id=G-7');
  });

  test('loads from the configured address and from no other [BUILD-006, H3]', () => {
    putSettings({}, { analytics });
    loadAnalytics('https://stats.test/tag.js?v=2&id=G-7');
    expect(scripts()).toEqual(['https://stats.test/tag.js?v=2&id=G-7']);
    for (const other of [
      'https://stats.test/other.js',
      'https://evil.test/tag.js?v=2&id=G-7',
      'data:text/javascript,0',
    ]) {
      expect(() => loadAnalytics(other)).toThrow('Scripts can’t be loaded from this address.');
    }
    putSettings();
    expect(() => loadAnalytics('https://stats.test/tag.js?v=2&id=G-7')).toThrow(
      'Scripts can’t be loaded from this address.',
    );
    expect(scripts()).toHaveLength(1);
  });

  test('shares its policy with the PDF reader’s worker [H3]', () => {
    putSettings();
    expect(trustedScriptUrl(pdfWorkerUrl)).toBe(pdfWorkerUrl);
  });
});
