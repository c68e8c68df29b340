import type { Plugin } from 'vite';

const EMPTIED = /\.innerHTML = '';/g;

/**
 * Makes React Aria's announcer empty its regions without `innerHTML`, which our policy of trusted types forbids:
 * whoever typed a date would else break the page. The build fails when the announcer is written otherwise one day.
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
            'The announcer of React Aria empties its regions in another way: look whether our policy allows that.',
          );
        return { code: trusted, map: null };
      },
    },
    buildEnd() {
      if (!isSeen) this.error('The announcer of React Aria has moved: look whether it still writes innerHTML.');
    },
  };
}

/** The code without `innerHTML`, or undefined when it can't be had that way. */
export function emptiedWithoutHtml(code: string): string | undefined {
  const trusted = code.replace(EMPTIED, '.replaceChildren();');
  return trusted !== code && !/innerHTML/.test(trusted) ? trusted : undefined;
}
