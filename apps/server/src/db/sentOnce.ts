import { PostgresDialect, PostgresQueryCompiler, ValueNode, type Expression, type QueryCompiler } from 'kysely';

interface SharedNode extends ValueNode {
  readonly type: string;
}

/**
 * A value of this PostgreSQL type that a statement sends only once, even if it contains it several times: predicates
 * repeat values of up to 16 KB. Equal means the same object or primitive.
 */
export function sentOnce<T>(value: T, type: 'text' | 'text[]' | 'bytea'): Expression<T> {
  const node: SharedNode = { ...ValueNode.create(value), type };
  return { expressionType: undefined, toOperationNode: () => node };
}

const isShared = (node: ValueNode): node is SharedNode => 'type' in node;

/** PostgreSQL's dialect with `sentOnce`. */
export class PortalDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new Compiler();
  }
}

class Compiler extends PostgresQueryCompiler {
  #sent: Array<SharedNode & { placeholder: string }> = [];

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#sent = [];
    return super.compileQuery(...query);
  }

  protected override visitValue(node: ValueNode): void {
    if (!isShared(node)) return super.visitValue(node);
    const { value, type } = node;
    const sent = this.#sent.find((one) => one.value === value && one.type === type);
    if (sent) return this.append(sent.placeholder);
    super.visitValue(node);
    this.append(`::${type}`);
    this.#sent.push({ ...node, placeholder: `${this.getCurrentParameterPlaceholder()}::${type}` });
  }
}
