import type { Plugin } from 'vite';

/** Name of the function through which src/embed/shadowStyles.ts gets the styles. */
const FUNCTION = 'porticoSidebarStyles';

/**
 * Moves the style sheets of the build into its single script, as a function that returns their text, instead of a
 * separate file. It is appended at the end, so that the source map stays valid.
 */
export function stylesForShadowTree(): Plugin {
  return {
    name: 'portico-styles-for-shadow-tree',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let styles = '';
        for (const [name, output] of Object.entries(bundle)) {
          if (output.type !== 'asset' || !name.endsWith('.css')) continue;
          styles += String(output.source);
          delete bundle[name];
        }
        if (styles === '') throw new Error('The build has no styles.');
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk')
            output.code = `${output.code.trimEnd()}\nfunction ${FUNCTION}(){return${JSON.stringify(forShadowTree(styles))}}\n`;
        }
      },
    },
  };
}

/**
 * Adapts a page's styles to a shadow tree. There, `:root` matches nothing and `rem` follows the page's root element;
 * the element `data-portico-root` and its property `--portico-rem` replace them. Rules that would request a file are
 * rejected.
 */
export function forShadowTree(styles: string): string {
  const written = styles
    .split('rem')
    .reduce((before, after) => {
      const number = /^[\w-]/.test(after) ? undefined : /(?<![\w.#-])-?[\d.]{1,12}$/.exec(before)?.[0];
      return number === undefined
        ? `${before}rem${after}`
        : `${before.slice(0, -number.length)}calc(${number}*var(--portico-rem))${after}`;
    })
    .replaceAll(':root', '[data-portico-root]');
  const left =
    ['@font-face', '@import', 'url('].find((each) => written.includes(each)) ?? /\drem(?![\w-])/.exec(written)?.[0];
  if (left !== undefined) throw new Error(`The styles of the embedded sidebar must not contain ${left}.`);
  return written;
}
