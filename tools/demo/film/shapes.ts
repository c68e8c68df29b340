/* The shapes of the film. Everything returns a piece of SVG; coordinates are pixels of a frame. */

export const WIDTH = 1280;
export const HEIGHT = 720;
const GROUND = 500;
export const OLD_FIRM = 213;
export const QUILLHAVEN = 1062;

export const color = {
  paper: '#f4f0e6',
  ink: '#133842',
  house: '#1f4e5f',
  gray: '#59636e',
  gold: '#c19a45',
  green: '#2a7a56',
} as const;

/** How far `time` is between two moments, from 0 to 1, eased in and out. */
export function progress(time: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

export const faded = (opacity: number, svg: string): string =>
  opacity <= 0 ? '' : `<g opacity="${opacity.toFixed(3)}">${svg}</g>`;

interface Look {
  size?: number;
  fill?: string;
  isBold?: boolean;
  anchor?: 'middle' | 'start';
}

export function words(x: number, y: number, text: string, look: Look = {}): string {
  const { size = 26, fill = color.gray, isBold = false, anchor = 'middle' } = look;
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${isBold ? 700 : 400}" text-anchor="${anchor}">${text}</text>`;
}

function house(x: number, fill: string, name: string): string {
  const windows = [-60, -14, 32].map((left) => `<rect x="${x + left}" y="392" width="28" height="32" fill="#d5dce1"/>`);
  return `<rect x="${x - 81}" y="370" width="162" height="130" fill="#fff" stroke="${fill}" stroke-width="5"/>
    <path d="M${x - 94} 370 L${x} 300 L${x + 94} 370 Z" fill="${fill}"/>${windows.join('')}
    <rect x="${x - 17}" y="442" width="34" height="58" fill="${fill}"/>
    ${words(x, 538, name, { isBold: true, fill })}`;
}

/** Both firms and the road between them. */
export const street = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${color.paper}"/>
  <path d="M300 ${GROUND} H980" stroke="${color.gold}" stroke-width="6" stroke-linecap="round" stroke-dasharray="0 15"/>
  ${house(OLD_FIRM, color.gray, 'Old firm')}${house(QUILLHAVEN, color.house, 'Quillhaven')}`;

/** A signed sheet centered at `x`, `y`. Its check mark appears as `checked` goes from 0 to 1. */
export function sheet(x: number, y: number, checked = 0): string {
  const lines = [-32, -14, 4, 22].map((top, index) => `<path d="M-27 ${top} H${index === 3 ? 8 : 27}"/>`).join('');
  const mark = `<path d="M14 34 l10 12 l18 -24" fill="none" stroke="${color.green}" stroke-width="8"/>`;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
    <rect x="-42" y="-53" width="84" height="106" rx="6" fill="#fff" stroke="${color.ink}" stroke-width="4"/>
    <g stroke="#b9c3ca" stroke-width="5">${lines}</g>
    <path d="M-27 38 q8 -12 16 0 t16 0" fill="none" stroke="${color.gold}" stroke-width="4"/>${faded(checked, mark)}</g>`;
}

/** A circle that closes as `part` goes from 0 to 1. */
export function ring(x: number, y: number, part: number): string {
  const length = 2 * Math.PI * 46;
  return `<circle cx="${x}" cy="${y}" r="46" fill="none" stroke="#c9d2d6" stroke-width="10"/>
    <circle cx="${x}" cy="${y}" r="46" fill="none" stroke="${color.green}" stroke-width="10" transform="rotate(-90 ${x} ${y})" stroke-dasharray="${(length * part).toFixed(1)} ${length.toFixed(1)}"/>`;
}

export const pill = (x: number, y: number, text: string): string =>
  `<rect x="${x - 120}" y="${y - 26}" width="240" height="52" rx="26" fill="#fff" stroke="${color.gray}" stroke-width="4"/>
   ${words(x, y + 9, text, { isBold: true })}`;

const steps = ['signature', 'day 0', 'day 1', 'days 2–4', 'days 5–6', 'day 7'];

/** The days at the bottom; `reached` is how many are lit, and its fraction lights the next one. */
export function timeline(reached: number): string {
  const marks = steps.map((name, index) => {
    const [x, lit] = [190 + index * 180, Math.min(1, Math.max(0, reached - index))];
    const before = `<path d="M${x - 162} 620 H${x - 18}" stroke="${color.gold}" stroke-width="5" opacity="${0.25 + 0.75 * lit}"/>`;
    const day = `<circle cx="${x}" cy="620" r="12" fill="${color.gold}"/>${words(x, 664, name, { size: 21, fill: '#fff' })}`;
    return (index > 0 ? before : '') + faded(0.25 + 0.75 * lit, day);
  });
  return `<rect y="560" width="${WIDTH}" height="160" fill="${color.ink}"/>${marks.join('')}`;
}
