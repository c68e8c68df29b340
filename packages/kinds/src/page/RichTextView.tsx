import type { ReactNode } from 'react';
import type { Inline, InlineText, Mark, RichText } from '../base/richText.ts';
import { plainInline } from '../base/plainText.ts';
import { ContentLink } from './ContentLink.tsx';
import styles from './RichTextView.module.css';

function marked(content: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{content}</strong>;
    case 'italic':
      return <em>{content}</em>;
    case 'strike':
      return <s>{content}</s>;
    case 'code':
      return <code className={styles.code}>{content}</code>;
    case 'link':
      return <ContentLink href={mark.attrs.href}>{content}</ContentLink>;
    default:
      return content; // An unknown mark, of a later version: keep the text.
  }
}

/** Links are outermost, so that a link with some bold text stays one link as far as its text nodes allow. */
function inlineNode(node: Inline): ReactNode {
  if (node.type === 'hardBreak') return <br />;
  const marks = [...(node.marks ?? [])].sort((a, b) => Number(a.type === 'link') - Number(b.type === 'link'));
  return marks.reduce<ReactNode>(marked, node.text);
}

/** Inline formatted text, without a block around it. */
export function InlineView({ text }: { text: InlineText }) {
  // Nodes of stored text are identified by their position and never move.
  return text.map((node, position) => (
    <span key={position} className={styles.node}>
      {inlineNode(node)}
    </span>
  ));
}

/** Formatted paragraphs and code. Everything is rendered as elements; nothing is ever parsed as HTML. */
export function RichTextView({ body }: { body: RichText }) {
  return body.content.map((block, position) =>
    block.type === 'codeBlock' ? (
      <pre key={position} className={styles.codeBlock} tabIndex={0}>
        <code>{plainInline(block.content ?? [])}</code>
      </pre>
    ) : (
      <p key={position} dir="auto" className={styles.paragraph}>
        <InlineView text={block.content ?? []} />
      </p>
    ),
  );
}
