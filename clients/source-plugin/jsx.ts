import { type ParserPlugin, parse } from '@babel/parser';
import { expressionText, isVisible, type TemplateElement, withoutFormatting } from './template.ts';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Reads the elements of JSX: those of React, Preact and Solid. */
export function jsxElements(code: string, file: string): TemplateElement[] {
  const plugins: ParserPlugin[] = ['jsx', 'decorators', 'explicitResourceManagement'];
  if (/\.[cm]?tsx$/.test(file)) plugins.push('typescript');
  const tree = parse(code, {
    sourceType: 'unambiguous',
    plugins,
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
  });
  const elements: TemplateElement[] = [];
  const source = ({ start, end }: SyntaxNode) => code.slice(start, end);

  const read = (node: SyntaxNode, around: { component: string; parent: TemplateElement | undefined }): void => {
    const component = componentName(node) ?? around.component;
    // The elements of a component inside another one are not inside those around its function.
    const parent = component === around.component ? around.parent : undefined;
    const element = node.type === 'JSXElement' ? elementOf(node, component, parent) : undefined;
    if (element) elements.push(element);
    for (const [member, value] of Object.entries(node)) {
      if (member === 'loc' || member.endsWith('Comments')) continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) read(child, { component, parent: element ?? parent });
      }
    }
  };

  function elementOf(
    node: SyntaxNode,
    component: string,
    parent: TemplateElement | undefined,
  ): TemplateElement | undefined {
    const opening = node.openingElement as SyntaxNode;
    const name = opening.name as SyntaxNode;
    const tag = source(name);
    const attributes = (opening.attributes as SyntaxNode[])
      .filter(({ type }) => type === 'JSXAttribute')
      .map((attribute) => {
        const value = attribute.value as SyntaxNode | null;
        return [source(attribute.name as SyntaxNode).toLowerCase(), value ? attributeValue(value) : ''] as const;
      });
    return {
      tag,
      component,
      isMarked: /^[a-z][\w-]*$/.test(tag) && isVisible(tag, parent),
      attributes: new Map(attributes),
      text: (node.children as SyntaxNode[]).map(textOf).join(''),
      parent,
      start: opening.start,
      insertAt: ((opening.typeArguments ?? opening.typeParameters ?? name) as SyntaxNode).end,
    };
  }

  /** An attribute states a text as it is; the expression of a text equals it. */
  const attributeValue = (value: SyntaxNode): string =>
    value.type === 'JSXExpressionContainer'
      ? expressionText(source(value.expression as SyntaxNode))
      : String(value.value ?? '');

  /** Text and expressions directly in an element; elements in an expression are its children. */
  function textOf(node: SyntaxNode): string {
    if (node.type === 'JSXText') return withoutFormatting(source(node));
    if (node.type === 'JSXFragment') return (node.children as SyntaxNode[]).map(textOf).join('');
    if (node.type !== 'JSXExpressionContainer') return '';
    const expression = node.expression as SyntaxNode;
    if (expression.type === 'JSXEmptyExpression' || containsElements(expression)) return '';
    return expressionText(source(expression));
  }

  read(tree.program as unknown as SyntaxNode, { component: '', parent: undefined });
  return elements;
}

const containsElements = (node: SyntaxNode): boolean =>
  /^JSX(?:Element|Fragment)$/.test(node.type) ||
  Object.entries(node).some(
    ([member, value]) =>
      member !== 'loc' &&
      (Array.isArray(value) ? value : [value]).some((child) => isNode(child) && containsElements(child)),
  );

const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|ClassExpression)$/;

/** The name that a declaration gives to a component; names of components start in upper case. */
function componentName(node: SyntaxNode): string | undefined {
  const { id, init } = node;
  const isDeclared = /^(?:Function|Class)(?:Declaration|Expression)$/.test(node.type);
  const isAssigned = node.type === 'VariableDeclarator' && isNode(init) && isComponent(init);
  const name = (isDeclared || isAssigned) && isNode(id) ? id.name : undefined;
  return typeof name === 'string' && /^\p{Lu}/u.test(name) ? name : undefined;
}

/** A function, or one in a call such as `memo` or `forwardRef`. */
const isComponent = (node: SyntaxNode): boolean =>
  FUNCTION.test(node.type) ||
  (node.type === 'CallExpression' && (node.arguments as unknown[]).some((each) => isNode(each) && isComponent(each)));
