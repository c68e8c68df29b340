import { Card, cardLinkClass } from './Card.tsx';

export default { title: 'Card' };

const paddings = ['none', 'normal', 'large'] as const;

export const Paddings = () =>
  paddings.map((padding) => (
    <Card key={padding} padding={padding}>
      Padding: {padding}
    </Card>
  ));

export const Interactive = () => (
  <Card as="article" isInteractive>
    <h2>
      <a href="/events/forum" className={cardLinkClass}>
        Quarterly forum
      </a>
    </h2>
    <p>The whole card answers the pointer.</p>
  </Card>
);
