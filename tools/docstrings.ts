/** Reads the docstrings of functions out of source text. */
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Returns a value without what only tells its type. */
function bare(value: unknown): unknown {
  let inner = value;
  while (isNode(inner) && /^TS(?:As|Satisfies)Expression$/.test(inner.type)) inner = inner.expression;
  return inner;
}

const isFunction = (value: unknown): boolean => {
  const inner = bare(value);
  return isNode(inner) && /^(?:ArrowFunction|Function)Expression$/.test(inner.type);
};

/** Tells whether a declaration is a function, a method or a getter; constructors tell of what they are given. */
function declaresFunction(node: Node): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'TSMethodSignature':
      return true;
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      return node.kind !== 'constructor';
    case 'PropertyDefinition':
    case 'Property':
      return isFunction(node.value);
    case 'VariableDeclaration':
      return (node.declarations as { init: unknown }[]).some(({ init }) => isFunction(init));
    default:
      return false;
  }
}

/** Returns the docstring of each function, method and getter of a source text that has one, in one line. */
export function functionsIn(path: string, text: string): { line: number; docstring: string }[] {
  const { program, comments } = parseSync(path, text);
  const starts = new Set<number>();
  const visit = (value: unknown, start?: number): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value)) return;
    if (declaresFunction(value)) starts.add(start ?? value.start);
    const isExport = value.type === 'ExportNamedDeclaration' || value.type === 'ExportDefaultDeclaration';
    for (const child of Object.values(value))
      if (typeof child === 'object') visit(child, isExport ? value.start : undefined);
  };
  visit(program);
  return comments.flatMap(({ value, start, end }) => {
    const next = end + /^\s*/.exec(text.slice(end))![0].length;
    if (!value.startsWith('*') || !starts.has(next)) return [];
    const docstring = value.slice(1).replace(/\s*\n\s*\* ?/g, ' ');
    return { line: text.slice(0, start).split('\n').length, docstring: docstring.trim() };
  });
}
