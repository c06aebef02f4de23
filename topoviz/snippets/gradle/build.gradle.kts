// In build.gradle.kts, beside TopologyTextTest.java. Then: ./gradlew topologyText
dependencies {
    testImplementation("org.junit.jupiter:junit-jupiter:5.13.4")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.withType<Test>().configureEach { useJUnitPlatform() }

tasks.register<Test>("topologyText") {
    description = "Writes what describe() prints into topology.txt."
    testClassesDirs = sourceSets.test.get().output.classesDirs
    classpath = sourceSets.test.get().runtimeClasspath
    filter { includeTestsMatching("*TopologyTextTest") }
    outputs.upToDateWhen { false }
}
