import type { ReactNode } from 'react';
import type { Inline, InlineText, Mark, RichText } from '@portico/contracts/richText';
import { plainInline } from '@portico/contracts/plainText';
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
      return content; // A mark of a later version: the words stay.
  }
}

/** Links go outermost, so that one link with words in bold stays one link as far as its text nodes allow. */
function inlineNode(node: Inline): ReactNode {
  if (node.type === 'hardBreak') return <br />;
  const marks = [...(node.marks ?? [])].sort((a, b) => Number(a.type === 'link') - Number(b.type === 'link'));
  return marks.reduce<ReactNode>(marked, node.text);
}

/** Formatted words without a block around them. */
export function InlineView({ text }: { text: InlineText }) {
  // The nodes of stored text have no identity but their position, and never move.
  return text.map((node, position) => (
    <span key={position} className={styles.node}>
      {inlineNode(node)}
    </span>
  ));
}

/** Paragraphs and code of an author, made of elements only: nothing in it is ever read as HTML. */
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
