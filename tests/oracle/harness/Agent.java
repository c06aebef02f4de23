package topoviz.oracle;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes every InternalStreamsBuilder announce itself to {@link Plans} when it is constructed.
 *
 * <p>A Topology keeps no way back to the plan it was built from, and programs are free to make their
 * StreamsBuilder wherever they like, so there is no object to ask but the builder itself.
 */
public final class Agent implements ClassFileTransformer {
    private static final String BUILDER = "org/apache/kafka/streams/kstream/internals/InternalStreamsBuilder";

    public static void premain(final String arguments, final Instrumentation instrumentation) {
        instrumentation.addTransformer(new Agent());
    }

    @Override
    public byte[] transform(
            final ClassLoader loader,
            final String className,
            final Class<?> redefined,
            final ProtectionDomain domain,
            final byte[] classFile) {
        if (!BUILDER.equals(className)) {
            return null;
        }
        final ClassReader reader = new ClassReader(classFile);
        final ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Announcing(writer), 0);
        return writer.toByteArray();
    }

    private static final class Announcing extends ClassVisitor {
        Announcing(final ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                final int access,
                final String name,
                final String descriptor,
                final String signature,
                final String[] exceptions) {
            final MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("<init>") ? new AnnouncingConstructor(next) : next;
        }
    }

    private static final class AnnouncingConstructor extends MethodVisitor {
        AnnouncingConstructor(final MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitInsn(final int opcode) {
            if (opcode == Opcodes.RETURN) {
                visitVarInsn(Opcodes.ALOAD, 1);
                visitVarInsn(Opcodes.ALOAD, 0);
                visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        "topoviz/oracle/Plans",
                        "remember",
                        "(Ljava/lang/Object;Ljava/lang/Object;)V",
                        false);
            }
            super.visitInsn(opcode);
        }
    }
}
