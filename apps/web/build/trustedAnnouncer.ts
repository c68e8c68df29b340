import type { Plugin } from 'vite';

const EMPTIED = /\.innerHTML = '';/g;

/**
 * Makes React Aria's announcer empty its regions without `innerHTML`, which our Trusted Types policy forbids:
 * otherwise typing a date would break the page. The build fails if a new version of the announcer has different code.
 */
export function trustedAnnouncer(): Plugin {
  let isSeen = false;
  return {
    name: 'portico-trusted-announcer',
    apply: 'build',
    transform: {
      filter: { id: /dist[\\/]private[\\/]live-announcer[\\/]LiveAnnouncer\.m?js/ },
      handler(code) {
        isSeen = true;
        const trusted = emptiedWithoutHtml(code);
        if (trusted === undefined)
          this.error(
            'React Aria’s announcer empties its regions in a different way: check whether our policy allows it.',
          );
        return { code: trusted, map: null };
      },
    },
    buildEnd() {
      if (!isSeen) this.error('React Aria’s announcer has moved: check whether it still writes innerHTML.');
    },
  };
}

/** The code without `innerHTML`; undefined if that can't be done. */
export function emptiedWithoutHtml(code: string): string | undefined {
  const trusted = code.replace(EMPTIED, '.replaceChildren();');
  return trusted !== code && !/innerHTML/.test(trusted) ? trusted : undefined;
}
