import { HEIGHT, WIDTH, color, faded, pill, progress, ring, sheet, street, timeline, words } from './shapes.ts';

interface Scene {
  /** In seconds, as in the captions. */
  from: number;
  title: string;
  line: string;
  /** Days of the timeline that are lit at the end of the scene. */
  reached: number;
  /** Draws what is between the firms, `at` seconds after the start of the scene. */
  draw: (at: number) => string;
}

export const DURATION = 54;

export const scenes: readonly Scene[] = [
  {
    from: 0,
    title: 'How an account travels',
    line: 'From the signature to the first statement, in one minute',
    reached: 1,
    draw: (at) => faded(progress(at, 1.5, 2.5), sheet(640, 400)),
  },
  {
    from: 5,
    title: 'Day 0 · We compare',
    line: 'Name, account and registration, against the statement',
    reached: 2,
    draw: (at) =>
      sheet(520, 400) +
      sheet(760, 400, progress(at, 4.5, 5.2)) +
      ['Name', 'Account', 'Registration']
        .map((text, index) =>
          faded(
            progress(at, 1 + index, 1.6 + index),
            words(640, 372 + index * 36, text, { size: 22, isBold: true, fill: color.green }),
          ),
        )
        .join(''),
  },
  {
    from: 12,
    title: 'Day 1 · The request goes out',
    line: 'Through ACATS, from us to the old firm',
    reached: 3,
    draw: (at) => {
      const way = progress(at, 0.5, 5.5);
      return sheet(900 - 520 * way, 420 - 90 * Math.sin(Math.PI * way));
    },
  },
  {
    from: 19,
    title: 'Days 2 to 4 · The old firm checks',
    line: 'It accepts, or rejects with a reason. Most often: the name',
    reached: 4,
    draw: (at) =>
      sheet(380, 400, progress(at, 4, 4.6)) +
      ring(570, 400, progress(at, 0.4, 3.8)) +
      faded(1 - progress(at, 3.4, 3.8), words(640, 409, 'up to 3 business days', { isBold: true, anchor: 'start' })) +
      faded(progress(at, 3.9, 4.4), words(640, 409, 'accepted', { isBold: true, anchor: 'start', fill: color.green })),
  },
  {
    from: 26,
    title: 'Days 5 and 6 · Cash and securities move',
    line: 'For about two days no one can trade',
    reached: 5,
    draw: (at) =>
      Array.from({ length: 12 }, (_, index) => {
        const way = (at - index * 0.45) / 2.6;
        if (way < 0 || way > 1) return '';
        const fill = [color.gold, color.green, color.ink][index % 3]!;
        return `<circle cx="${320 + 640 * way}" cy="${470 - 70 * Math.sin(Math.PI * way)}" r="16" fill="${fill}" stroke="${color.ink}" stroke-width="3"/>`;
      }).join(''),
  },
  {
    from: 34,
    title: 'Day 7 · We compare again, and call',
    line: 'Every position, every share, and the cost basis',
    reached: 6,
    draw: (at) =>
      sheet(530, 370, progress(at, 1.5, 2.1)) +
      sheet(750, 370, progress(at, 2.5, 3.1)) +
      faded(progress(at, 3.5, 4.1), words(640, 468, '“Everything has arrived.”', { isBold: true, fill: color.ink })),
  },
  {
    from: 41,
    title: 'What stays behind',
    line: 'Funds only they have, annuities, fractions of shares',
    reached: 6,
    draw: (at) =>
      ['a fund', 'an annuity', '0.431 shares']
        .map((text, index) => faded(progress(at, 0.5 + index, 1.1 + index), pill(480, 330 + index * 66, text)))
        .join('') +
      faded(
        progress(at, 3.8, 4.4),
        words(630, 380, 'sell, leave, or move on paper:', { size: 22, anchor: 'start', fill: color.ink }) +
          words(630, 416, 'the client decides', { size: 24, isBold: true, anchor: 'start', fill: color.ink }),
      ),
  },
  {
    from: 48,
    title: 'Five to seven business days',
    line: 'The most common delay is a name that does not match',
    reached: 6,
    draw: (at) =>
      faded(
        progress(at, 0.8, 1.5),
        words(640, 386, 'Questions? Account Services', { size: 32, isBold: true, fill: color.house }) +
          words(640, 434, '(617) 555-0124', { size: 28, fill: color.house }),
      ),
  },
];

/** The frame at a moment, as SVG. Scenes fade in and out; the street and the timeline stay. */
export function frameAt(time: number): string {
  const index = scenes.findLastIndex(({ from }) => from <= time);
  const scene = scenes[index]!;
  const [at, end] = [time - scene.from, (scenes[index + 1]?.from ?? DURATION + 1) - scene.from];
  const shown = Math.min(progress(at, 0, 0.5), 1 - progress(at, end - 0.4, end));
  const before = scenes[index - 1]?.reached ?? 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Liberation Sans, Arial, sans-serif">
    ${street}${timeline(before + (scene.reached - before) * progress(at, 0, 1))}
    ${faded(shown, words(640, 106, scene.title, { size: 54, isBold: true, fill: color.ink }) + words(640, 166, scene.line) + scene.draw(at))}
  </svg>`;
}
