import { z } from 'zod';
import { describeFile } from '../conversation/describe-file.ts';

const blobSchema = z.looseObject({ mimeType: z.string(), data: z.string() });

const partSchema = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  inlineData: blobSchema.optional(),
  functionCall: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().min(1),
      args: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  functionResponse: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().min(1),
      response: z.record(z.string(), z.unknown()),
    })
    .optional(),
});
export type Part = z.infer<typeof partSchema>;

const contentSchema = z.looseObject({
  role: z.enum(['user', 'model', 'function']).optional(),
  parts: z.array(partSchema).min(1),
});
export type Content = z.infer<typeof contentSchema>;

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
const count = z.union([z.int(), z.string()]).optional();

/** The subset of OpenAPI's schemas that the vendor accepts; it refuses unknown members. */
const parametersSchema = z
  .strictObject({
    type: z
      .string()
      .refine((type) => types.some((each) => each === type.toLowerCase()), 'expected a type')
      .optional(),
    format: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    nullable: z.boolean().optional(),
    enum: z.array(z.string().min(1)).min(1).optional(),
    get items(): z.ZodOptional<z.ZodType> {
      return z.lazy(() => parametersSchema).optional();
    },
    minItems: count,
    maxItems: count,
    get properties(): z.ZodOptional<z.ZodType<Record<string, unknown>>> {
      return z
        .record(
          z.string(),
          z.lazy(() => parametersSchema),
        )
        .optional();
    },
    required: z.array(z.string()).optional(),
    minProperties: count,
    maxProperties: count,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: count,
    maxLength: count,
    pattern: z.string().optional(),
    example: z.unknown().optional(),
    default: z.unknown().optional(),
    propertyOrdering: z.array(z.string()).optional(),
    get anyOf(): z.ZodOptional<z.ZodType> {
      return z
        .array(z.lazy(() => parametersSchema))
        .min(1)
        .optional();
    },
  })
  .refine(({ type, anyOf }) => type !== undefined || anyOf !== undefined, 'a schema needs a type')
  .refine(({ type, items }) => type?.toLowerCase() !== 'array' || items !== undefined, 'items: missing field')
  .refine(
    ({ type, enum: values }) => !values || type?.toLowerCase() === 'string',
    'enum: only allowed for STRING type',
  )
  .refine(
    ({ required = [], properties = {} }) => required.every((name) => Object.hasOwn(properties, name)),
    'required: property is not defined',
  );

const declarationSchema = z.looseObject({
  name: z
    .string()
    .regex(
      /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
      'expected a name of letters, digits, underscores, dots, colons or dashes',
    ),
  parameters: parametersSchema.optional(),
});

/** Members of a request that the emulator uses. It accepts the rest of the protocol and ignores it. */
export const generateRequestSchema = z.looseObject({
  contents: z.array(contentSchema).min(1),
  systemInstruction: z.looseObject({ parts: z.array(partSchema) }).optional(),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(declarationSchema).max(512).optional() }))
    .optional(),
  generationConfig: z
    .looseObject({
      maxOutputTokens: z.int().min(1).optional(),
      stopSequences: z.array(z.string()).max(5).optional(),
      temperature: z.number().min(0).max(2).optional(),
      candidateCount: z.literal(1, 'this emulator gives one candidate').optional(),
      thinkingConfig: z
        .looseObject({
          includeThoughts: z.boolean().optional(),
          thinkingBudget: z.int().min(-1).max(32_768).optional(),
        })
        .optional(),
    })
    .optional(),
});

/** Returns the text of parts without thoughts, with descriptions of files. */
export function textOfParts(parts: readonly Part[]): string {
  return parts
    .map(({ text, thought, inlineData: file }) => {
      if (thought === true) return '';
      return file ? describeFile('file', `data:${file.mimeType};base64,${file.data}`) : (text ?? '');
    })
    .join('');
}
